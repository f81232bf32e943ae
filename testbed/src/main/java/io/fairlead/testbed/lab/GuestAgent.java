package io.fairlead.testbed.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * QEMU's guest agent, on its socket. One request is under way at a time; a command that is started goes on by itself, so many
 * can run side by side.
 */
final class GuestAgent implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SocketChannel channel;
    private final BufferedReader answers;

    private GuestAgent(SocketChannel channel) {
        this.channel = channel;
        this.answers =
                new BufferedReader(new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
    }

    /**
     * Connects, and sees that the agent answers us and not somebody who was here before.
     *
     * @param limit how long it may take; what is said while the machine opens its end is lost now and then, so whoever hears
     *     nothing has to come again
     */
    static Optional<GuestAgent> connect(Path socket, Duration limit) throws IOException {
        GuestAgent agent = new GuestAgent(SocketChannel.open(StandardProtocolFamily.UNIX));
        AtomicBoolean over = new AtomicBoolean();
        Thread impatience = Thread.ofVirtual().start(() -> {
            if (passes(limit) && over.compareAndSet(false, true)) {
                agent.close();
            }
        });
        try {
            agent.channel.connect(UnixDomainSocketAddress.of(socket));
            agent.greet();
            if (over.compareAndSet(false, true)) {
                return Optional.of(agent);
            }
        } catch (IOException _) {
            agent.close();
        } finally {
            impatience.interrupt();
        }
        return Optional.empty();
    }

    private static boolean passes(Duration time) {
        try {
            Thread.sleep(time);
            return true;
        } catch (InterruptedException _) {
            return false;
        }
    }

    private void greet() throws IOException {
        long id = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
        send(request("guest-sync").set("arguments", JSON.createObjectNode().put("id", id)));
        while (read().path("return").asLong() != id) {
            // An answer to a question of somebody before us.
        }
    }

    /** Starts a program and returns its process number. */
    long start(List<String> command) throws IOException {
        ObjectNode arguments =
                JSON.createObjectNode().put("path", command.getFirst()).put("capture-output", "merged");
        command.subList(1, command.size()).forEach(arguments.withArray("arg")::add);
        return ask(request("guest-exec").set("arguments", arguments))
                .path("pid")
                .asLong();
    }

    /** What is known of a program that {@link #start} has started. Once it says that it ended, the agent forgets it. */
    Ended status(long pid) throws IOException {
        ObjectNode arguments = JSON.createObjectNode().put("pid", pid);
        JsonNode answer = ask(request("guest-exec-status").set("arguments", arguments));
        // Shells tell of a signal in the same way.
        int status = answer.path("exitcode").asInt(128 + answer.path("signal").asInt());
        byte[] output = answer.path("out-data").binaryValue();
        return new Ended(
                answer.path("exited").asBoolean(),
                status,
                output == null ? "" : new String(output, StandardCharsets.UTF_8));
    }

    /** @param yes whether it has; if not, the rest says nothing */
    record Ended(boolean yes, int status, String output) {}

    private synchronized JsonNode ask(JsonNode request) throws IOException {
        send(request);
        JsonNode answer = read();
        if (!answer.has("return")) {
            throw new IOException("the lab machine's agent refused "
                    + request.path("execute").asText() + ": "
                    + answer.path("error").path("desc").asText());
        }
        return answer.path("return");
    }

    private static ObjectNode request(String command) {
        return JSON.createObjectNode().put("execute", command);
    }

    private void send(JsonNode request) throws IOException {
        ByteBuffer line = StandardCharsets.UTF_8.encode(request + "\n");
        while (line.hasRemaining()) {
            channel.write(line);
        }
    }

    private JsonNode read() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new EOFException("the lab machine has gone");
        }
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode();
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the lab machine's agent", e);
        }
    }
}
