package io.fairlead.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** What is logged: by default our own words only, with {@code --verbose} also those of the libraries. */
final class Logs {
    private Logs() {}

    static void configure(boolean verbose) {
        level(Logger.ROOT_LOGGER_NAME, verbose ? Level.INFO : Level.ERROR);
        level("io.fairlead", verbose ? Level.DEBUG : Level.WARN);
    }

    private static void level(String name, Level level) {
        if (LoggerFactory.getLogger(name) instanceof Logger logger) {
            logger.setLevel(level);
        }
    }
}
