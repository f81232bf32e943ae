package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("the log of all tests of a JVM is the same one")
class LogsTest {
    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final List<Appender<ILoggingEvent>> others = new ArrayList<>();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @BeforeEach
    void writeHere() {
        root.iteratorForAppenders().forEachRemaining(others::add);
        others.forEach(root::detachAppender);
        PatternLayoutEncoder text = new PatternLayoutEncoder();
        text.setContext(root.getLoggerContext());
        text.setPattern("%msg%n");
        text.start();
        OutputStreamAppender<ILoggingEvent> here = new OutputStreamAppender<>();
        here.setContext(root.getLoggerContext());
        here.setEncoder(text);
        here.setOutputStream(written);
        here.addFilter(new OnlyThisThread());
        here.start();
        root.addAppender(here);
    }

    /** Threads of earlier tests may still have a word to say. */
    private static final class OnlyThisThread extends Filter<ILoggingEvent> {
        private final String name = Thread.currentThread().getName();

        @Override
        public FilterReply decide(ILoggingEvent event) {
            return event.getThreadName().equals(name) ? FilterReply.NEUTRAL : FilterReply.DENY;
        }
    }

    @AfterEach
    void writeWhereItWas() {
        root.detachAndStopAllAppenders();
        others.forEach(root::addAppender);
        Logs.configure(false);
    }

    @Test
    void aDaemonsLogIsOneObjectALineWhenAMachineReadsIt() throws Exception {
        Logs.ofDaemon(false, true);

        LoggerFactory.getLogger("io.fairlead.agent").info("claim {} has\n\"{}\"", "home/gpu", "0000:3b:00.0");

        List<String> lines = written.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).singleElement().satisfies(line -> {
            JsonNode json = new ObjectMapper().readTree(line);
            assertThat(json.path("level").asText()).isEqualTo("INFO");
            assertThat(json.path("loggerName").asText()).isEqualTo("io.fairlead.agent");
            assertThat(json.path("formattedMessage").asText()).isEqualTo("claim home/gpu has\n\"0000:3b:00.0\"");
            assertThat(json.path("timestamp").isNumber()).isTrue();
        });
    }

    @Test
    void itIsTextForPeopleAndLibrariesAreQuiet() {
        Logs.ofDaemon(false, false);

        LoggerFactory.getLogger("io.fairlead.agent").info("ours");
        LoggerFactory.getLogger("io.grpc").info("theirs");

        assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo("ours" + System.lineSeparator());
    }
}
