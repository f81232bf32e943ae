package io.fairlead.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Where an agent tells how it is: {@code /healthz}, {@code /readyz} and {@code /metrics}. */
public final class AgentEndpoint implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private AgentEndpoint(HttpServer server) {
        this.server = server;
    }

    public static AgentEndpoint start(InetSocketAddress address, Agent agent, PrometheusRegistry registry)
            throws IOException {
        AgentEndpoint endpoint = new AgentEndpoint(HttpServer.create(address, 0));
        // Not all that there are: some start the JVM's whole management, which an agent has no room for.
        JvmMemoryMetrics.builder().register(registry);
        JvmGarbageCollectorMetrics.builder().register(registry);
        JvmThreadsMetrics.builder().register(registry);
        ProcessMetrics.builder().register(registry);
        endpoint.server.setExecutor(endpoint.threads);
        endpoint.server.createContext(
                "/healthz", exchange -> answer(exchange, agent.isHealthy(), "the machine is looked at"));
        endpoint.server.createContext(
                "/readyz",
                exchange -> answer(exchange, agent.isReady(), "the kubelet has the driver, the cluster its devices"));
        endpoint.server.createContext("/metrics", exchange -> metrics(exchange, registry));
        endpoint.server.start();
        return endpoint;
    }

    /** Where it answers. */
    public String url() {
        return "http://%s:%d"
                .formatted(
                        server.getAddress().getHostString(), server.getAddress().getPort());
    }

    private static void answer(HttpExchange exchange, boolean well, String what) throws IOException {
        byte[] words = ((well ? "ok: " : "not yet: ") + what + "\n").getBytes(StandardCharsets.UTF_8);
        respond(
                exchange,
                well ? HttpURLConnection.HTTP_OK : HttpURLConnection.HTTP_UNAVAILABLE,
                "text/plain; charset=utf-8",
                words);
    }

    private static void metrics(HttpExchange exchange, PrometheusRegistry registry) throws IOException {
        PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        writer.write(text, registry.scrape());
        respond(exchange, HttpURLConnection.HTTP_OK, writer.getContentType(), text.toByteArray());
    }

    private static void respond(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
