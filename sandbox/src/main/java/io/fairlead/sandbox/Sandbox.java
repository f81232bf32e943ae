package io.fairlead.sandbox;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.Credentials;
import io.fairlead.reconcile.Informers;
import io.fairlead.reconcile.ReconcileMetrics;
import io.fairlead.sandbox.api.ApiServer;
import io.fairlead.sandbox.api.ApiServerOptions;
import io.fairlead.sandbox.control.Controllers;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedDriver;
import io.fairlead.sandbox.node.SimulatedNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A cluster in this process: API server, controllers, scheduler and simulated nodes. */
public final class Sandbox implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final ApiServer server;
    private final KubernetesClient client;
    private final SandboxFolder folder;
    private final Informers informers;
    private final Controller.Settings settings =
            Controller.Settings.standard(new ReconcileMetrics(new PrometheusRegistry()));

    private Sandbox(ApiServer server, KubernetesSerialization serialization) {
        this.folder = keep(SandboxFolder.create());
        this.server = keep(server);
        this.client = keep(client(server, serialization));
        this.informers = keep(new Informers(client));
    }

    /**
     * Starts a cluster whose nodes are registered when this returns.
     *
     * @throws IllegalStateException when the port is taken; the message says what to do
     */
    public static Sandbox start(SandboxOptions options) {
        FutureTask<KubernetesSerialization> serialization = new FutureTask<>(() -> Kinds.KNOWN);
        Thread.ofPlatform().daemon().name("sandbox-prepare").start(serialization);
        ApiServer server = ApiServer.start(ApiServerOptions.defaults().withPort(options.port()));
        Sandbox sandbox = new Sandbox(server, result(serialization));
        try {
            sandbox.populate(options.nodes());
            return sandbox;
        } catch (RuntimeException e) {
            sandbox.close();
            throw e;
        }
    }

    private void populate(int nodes) {
        keep(Controllers.start(client, informers, settings));
        for (int i = 1; i <= nodes; i++) {
            SimulatedNode node = addNode(NodeOptions.in(folder.node(i), i));
            keep(SimulatedDriver.start(client, node));
        }
    }

    /** Adds a node that has no devices of its own: drivers and plugins register at its kubelet's sockets. */
    public synchronized SimulatedNode addNode(NodeOptions options) {
        return keep(SimulatedNode.start(client, options, informers, settings));
    }

    public ApiServer server() {
        return server;
    }

    /** The client that the controllers use; closed with the sandbox. */
    public KubernetesClient client() {
        return client;
    }

    /** Where the nodes have their files; goes with the sandbox. */
    public Path folder() {
        return folder.path();
    }

    /** For kubectl and everybody else, as YAML. */
    public String kubeconfig() {
        return server.kubeconfig();
    }

    /** Stops all parts, last started first; each ends what it has begun, and one that fails keeps no other from it. */
    @Override
    public synchronized void close() {
        IllegalStateException failed = new IllegalStateException("the sandbox did not stop cleanly");
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                failed.addSuppressed(e);
            }
        }
        if (failed.getSuppressed().length > 0) {
            throw failed;
        }
    }

    /** Closes a part with the sandbox, before all that was there already. */
    public synchronized <T extends AutoCloseable> T keep(T part) {
        parts.push(part);
        return part;
    }

    /** What clients learn of the kinds that there are costs them most of their start, and nothing of a cluster is in it. */
    private static final class Kinds {
        static final KubernetesSerialization KNOWN = learn();

        private static KubernetesSerialization learn() {
            KubernetesSerialization serialization = new KubernetesSerialization();
            serialization.unmarshal("{\"apiVersion\":\"v1\",\"kind\":\"Node\"}");
            return serialization;
        }
    }

    private static <T> T result(FutureTask<T> task) {
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the sandbox starts", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the sandbox's client cannot be made", e);
        }
    }

    /**
     * Watches over plain HTTP, which is all the server speaks; nothing of the user's own kubeconfig. It waits for long on a
     * busy machine: a request that is made again because its answer was late is carried out twice.
     */
    private static KubernetesClient client(ApiServer server, KubernetesSerialization serialization) {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(server.url().toString())
                .withNamespace("default")
                .withOnlyHttpWatches(true)
                .withRequestTimeout((int) PATIENCE.toMillis())
                .build();
        return new KubernetesClientBuilder()
                .withConfig(Credentials.settled(config))
                .withKubernetesSerialization(serialization)
                .build();
    }
}
