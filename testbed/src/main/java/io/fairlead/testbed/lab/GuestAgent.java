package io.fairlead.testbed.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

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

    /** Connects and waits until the agent answers us, not somebody who was here before. */
    static GuestAgent connect(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        GuestAgent agent = new GuestAgent(channel);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            long id = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
            agent.send(request("guest-sync")
                    .set("arguments", JSON.createObjectNode().put("id", id)));
            while (agent.read().path("return").asLong() != id) {
                // An answer to a question of somebody before us.
            }
            return agent;
        } catch (IOException e) {
            agent.close();
            throw e;
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
    public void close() throws IOException {
        channel.close();
    }
}
