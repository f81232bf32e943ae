package io.fairlead.sandbox.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.http.ApiHandler;
import io.fairlead.sandbox.lifecycle.Lifecycle;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.Registry;
import io.fairlead.sandbox.rest.Cluster;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import io.fairlead.sandbox.store.Store;
import io.fairlead.sandbox.table.BuiltInColumns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A Kubernetes API server in this process: in memory, plain HTTP, loopback only. */
public final class ApiServer implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    private final Server jetty;
    private final Store store;
    private final Lifecycle lifecycle;
    private final Faults faults;
    private final URI url;

    private ApiServer(Server jetty, Store store, Lifecycle lifecycle, Faults faults, URI url) {
        this.jetty = jetty;
        this.store = store;
        this.lifecycle = lifecycle;
        this.faults = faults;
        this.url = url;
    }

    /**
     * Starts a server that is ready when this returns.
     *
     * @throws IllegalStateException when the port is taken; the message says what to do
     */
    public static ApiServer start(ApiServerOptions options) {
        Store store = new Store(options.historyLimit());
        BuiltInSchemas schemas = BuiltInSchemas.load();
        Cluster cluster = new Cluster(
                store, new Registry(BuiltIns.all(schemas, BuiltInColumns::of)), Clock.systemUTC(), new SecureRandom());
        Lifecycle lifecycle = Lifecycle.start(cluster, schemas);
        for (String namespace : new String[] {"default", "kube-system", "kube-public", "kube-node-lease"}) {
            store.create(BuiltIns.NAMESPACES, "", namespace, namespace(namespace, cluster));
        }
        var faults = new Faults(store::wake);
        var handler = new ApiHandler(cluster, schemas.definitions(), faults.interference());
        Server jetty = jetty(options.port(), handler);
        try {
            jetty.start();
        } catch (Exception e) {
            lifecycle.close();
            throw failure(options.port(), e);
        }
        int port = ((ServerConnector) jetty.getConnectors()[0]).getLocalPort();
        return new ApiServer(jetty, store, lifecycle, faults, URI.create("http://" + LOOPBACK + ":" + port));
    }

    /** Where the server listens, without a slash at the end. */
    public URI url() {
        return url;
    }

    /** Switches that make requests fail, for tests. */
    public Faults faults() {
        return faults;
    }

    /** A kubeconfig that leads here, as YAML. */
    public String kubeconfig() {
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: sandbox
                  cluster:
                    server: %s
                contexts:
                - name: sandbox
                  context:
                    cluster: sandbox
                    user: sandbox
                current-context: sandbox
                users:
                - name: sandbox
                  user: {}
                """.formatted(url);
    }

    @Override
    public void close() {
        lifecycle.close();
        store.close();
        try {
            jetty.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the sandbox API server did not stop: " + e.getMessage(), e);
        }
    }

    private static Server jetty(int port, ApiHandler handler) {
        var threads = new QueuedThreadPool();
        threads.setName("sandbox-api");
        threads.setDaemon(true);
        var server = new Server(threads);
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        var connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost(LOOPBACK);
        connector.setPort(port);
        // Quiet watches are not dead ones.
        connector.setIdleTimeout(Duration.ofHours(2).toMillis());
        server.addConnector(connector);
        server.setHandler(handler);
        return server;
    }

    private static RuntimeException failure(int port, Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return new IllegalStateException(
                        "port " + port + " on " + LOOPBACK
                                + " is taken; stop what listens there, or choose another port (0 takes any free one)",
                        e);
            }
        }
        return e instanceof IOException io ? new UncheckedIOException(io) : new IllegalStateException(e);
    }

    private static ObjectNode namespace(String name, Cluster cluster) {
        ObjectNode namespace = JsonNodeFactory.instance.objectNode();
        namespace.put("kind", "Namespace").put("apiVersion", "v1");
        ObjectNode metadata = namespace.putObject("metadata").put("name", name);
        metadata.put("uid", UUID.randomUUID().toString());
        metadata.put("creationTimestamp", cluster.now().toString());
        metadata.putObject("labels").put("kubernetes.io/metadata.name", name);
        namespace.putObject("spec").putArray("finalizers").add("kubernetes");
        namespace.putObject("status").put("phase", "Active");
        return namespace;
    }
}
