package io.fairlead.testbed.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine's end of the socket is this test. */
class GuestAgentTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    @Test
    void whoIsNotHeardGivesUpAndIsHeardTheNextTime() throws Exception {
        Path socket = folder.resolve("agent");
        try (ServerSocketChannel machine = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            machine.bind(UnixDomainSocketAddress.of(socket));
            assertThat(GuestAgent.connect(socket, Duration.ofMillis(100))).isEmpty();
            machine.accept().close();

            Thread answering = Thread.ofVirtual().start(() -> answer(machine));
            Optional<GuestAgent> agent = GuestAgent.connect(socket, LONG);
            assertThat(agent).isPresent();
            agent.orElseThrow().close();
            assertThat(answering.join(LONG)).isTrue();
        }
    }

    @Test
    void aMachineThatHasGoneIsNotWaitedFor() throws Exception {
        assertThat(GuestAgent.connect(folder.resolve("nobody"), LONG)).isEmpty();
    }

    /** With something in front that was meant for somebody else. */
    private static void answer(ServerSocketChannel machine) {
        try (SocketChannel caller = machine.accept();
                BufferedReader words = new BufferedReader(Channels.newReader(caller, StandardCharsets.UTF_8))) {
            String id = Pattern.compile("\"id\":(\\d+)")
                    .matcher(words.readLine())
                    .results()
                    .findFirst()
                    .orElseThrow()
                    .group(1);
            ByteBuffer answers = StandardCharsets.UTF_8.encode("{\"return\": 0}\n{\"return\": %s}\n".formatted(id));
            while (answers.hasRemaining()) {
                caller.write(answers);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
