package io.fairlead.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import org.slf4j.LoggerFactory;

/** What is logged: by default our own words only, with {@code --verbose} also those of the libraries. */
final class Logs {
    private Logs() {}

    static void configure(boolean verbose) {
        level(Logger.ROOT_LOGGER_NAME, verbose ? Level.INFO : Level.ERROR);
        level("io.fairlead", verbose ? Level.DEBUG : Level.WARN);
    }

    /** For a part that runs for long: what it does is of interest too, one JSON object a line when a machine reads it. */
    static void ofDaemon(boolean verbose, boolean json) {
        level(Logger.ROOT_LOGGER_NAME, verbose ? Level.INFO : Level.WARN);
        level("io.fairlead", verbose ? Level.DEBUG : Level.INFO);
        if (json && LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
            root.iteratorForAppenders().forEachRemaining(appender -> {
                if (appender instanceof OutputStreamAppender<ILoggingEvent> lines) {
                    lines.setEncoder(encoder(root));
                }
            });
        }
    }

    private static JsonEncoder encoder(Logger root) {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(root.getLoggerContext());
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.setWithContext(false);
        encoder.setWithFormattedMessage(true);
        encoder.setWithMessage(false);
        encoder.setWithArguments(false);
        encoder.start();
        return encoder;
    }

    private static void level(String name, Level level) {
        if (LoggerFactory.getLogger(name) instanceof Logger logger) {
            logger.setLevel(level);
        }
    }
}
