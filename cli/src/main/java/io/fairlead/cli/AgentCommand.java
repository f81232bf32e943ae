package io.fairlead.cli;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fairlead.agent.Agent;
import io.fairlead.agent.AgentEndpoint;
import io.fairlead.agent.AgentOptions;
import io.fairlead.agent.offer.OfferFile;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.LiveKernel;
import io.fairlead.host.simulated.RemoteKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.reconcile.Credentials;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Runs the agent of a node until it is told to stop. */
@Command(
        name = "agent",
        description = "Give away this node's PCI devices: a DRA driver for functions, cards, VFs and mediated devices.",
        mixinStandardHelpOptions = true,
        subcommands = AgentStatusCommand.class,
        footer = {
            "",
            "Runs until it is stopped; whoever has a device keeps it meanwhile. Needs root.",
            "Serves /healthz, /readyz and /metrics where --listen says.",
            "",
            "Examples:",
            "  fairlead agent --node worker-1 --config offers.yaml",
            "  fairlead agent --node worker-1 --config offers.yaml --kubeconfig admin.conf --log json",
            "  fairlead agent status                every function, its door, its holder"
        })
final class AgentCommand implements Runnable {
    private static final Duration RETRY = Duration.ofSeconds(5);

    /** How the log looks. */
    enum Log {
        TEXT,
        JSON
    }

    @Option(
            names = "--node",
            paramLabel = "NAME",
            defaultValue = "${env:NODE_NAME}",
            description = "The node's name in the cluster (default: $NODE_NAME).")
    private @Nullable String node;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "What may be given away, in YAML; without it nothing is. Changes are followed.")
    private @Nullable Path config;

    @Mixin
    private final ClusterAddress cluster = new ClusterAddress();

    @Option(
            names = "--host-root",
            paramLabel = "DIR",
            defaultValue = "/",
            description = "Where the host's sys, proc and dev are (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path hostRoot;

    @Option(
            names = "--simulated-kernel",
            paramLabel = "SOCKET",
            description = "Work on a simulated machine that another process serves there.")
    private @Nullable Path simulatedKernel;

    @Option(
            names = "--devices",
            paramLabel = "DIR",
            defaultValue = "/dev",
            description = "Where the container runtime finds the host's device nodes (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path devices;

    @Option(
            names = "--kubelet-root",
            paramLabel = "DIR",
            defaultValue = "/var/lib/kubelet",
            description = "The kubelet's folder as this process sees it (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path kubeletRoot;

    @Option(
            names = "--kubelet-root-on-node",
            paramLabel = "DIR",
            description = "The same as the kubelet sees it (default: as --kubelet-root).")
    private @Nullable Path kubeletRootOnNode;

    @Option(
            names = "--cdi",
            paramLabel = "DIR",
            defaultValue = "/var/run/cdi",
            description = "Folder of the container runtime's CDI files (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path cdi;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            defaultValue = AgentStatusCommand.STATE,
            description = "Folder of the ledger; must survive reboots (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path state;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9465",
            description = "Where to serve health and metrics; port 0 takes any (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String listen;

    @Option(
            names = "--pod-uid",
            paramLabel = "UID",
            defaultValue = "${env:POD_UID}",
            description = "The pod that this runs in, if the next one may start before it ends (default: $POD_UID).")
    private @Nullable String podUid;

    @Option(
            names = "--log",
            defaultValue = "text",
            description = "text, or json: one object a line (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Log log;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Fairlead parent;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        if (node == null || node.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "say which node this is: --node NAME, or NODE_NAME=NAME");
        }
        InetSocketAddress address = address();
        Logs.ofDaemon(parent.verbose(), log == Log.JSON);
        Supplier<OfferRules> rules = rules();
        Config connection = Credentials.settled(cluster.config(""));
        try (KubernetesClient client =
                new KubernetesClientBuilder().withConfig(connection).build()) {
            String name = node;
            serve(() -> options(name, client).withRules(rules), address);
        }
    }

    private void serve(Supplier<AgentOptions> fresh, InetSocketAddress address) {
        try (Started started = start(fresh);
                AgentEndpoint endpoint = AgentEndpoint.start(
                        address, started.agent(), started.options().registry())) {
            Agent agent = started.agent();
            AgentOptions options = started.options();
            Thread stop = Thread.ofPlatform().name("stop").unstarted(agent::close);
            Runtime.getRuntime().addShutdownHook(stop);
            spec.commandLine()
                    .getErr()
                    .printf("agent of node %s runs; health and metrics at %s%n", options.node(), endpoint.url());
            spec.commandLine().getErr().flush();
            new CountDownLatch(1).await();
        } catch (IOException e) {
            throw new Refusal(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** An agent, and what it works with. */
    private record Started(AgentOptions options, Agent agent) implements AutoCloseable {
        @Override
        public void close() {
            agent.close();
        }
    }

    /** A node often starts before its API server can be reached; whoever holds a device keeps it meanwhile. */
    private Started start(Supplier<AgentOptions> fresh) throws IOException, InterruptedException {
        while (true) {
            AgentOptions options = fresh.get();
            try {
                reach(options.client());
                return new Started(options, Agent.start(options));
            } catch (KubernetesClientException e) {
                String server = options.client().getMasterUrl().toString();
                if (e.getCode() == HttpURLConnection.HTTP_UNAUTHORIZED
                        || e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                    throw new Refusal(
                            "API server %s does not let the agent in: %s; give it the rights in deploy/agent/rbac.yaml, or another --kubeconfig"
                                    .formatted(server, e.getMessage()),
                            e);
                }
                spec.commandLine()
                        .getErr()
                        .printf(
                                "API server %s cannot be asked: %s; check the network, or say --kubeconfig; tried again every %d s%n",
                                server, reason(e), RETRY.toSeconds());
                spec.commandLine().getErr().flush();
                Thread.sleep(RETRY);
            }
        }
    }

    /** An answer of any kind will do. Unlike the agent's requests this one is not repeated, so that its failure is soon told. */
    private static void reach(KubernetesClient client) {
        RequestConfig once = new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withRequestRetryBackoffLimit(0)
                .build();
        try {
            client.newClient(once).raw("/version");
        } catch (KubernetesClientException e) {
            boolean answered = e.getCode() >= HttpURLConnection.HTTP_OK;
            if (!answered) {
                throw e;
            }
        }
    }

    private static String reason(KubernetesClientException failure) {
        Throwable reason = failure;
        // Below a refused connection there is only how it was noticed.
        while (reason.getCause() != null && !(reason instanceof ConnectException)) {
            reason = reason.getCause();
        }
        if (reason.getMessage() != null) {
            return reason.getMessage();
        }
        return reason instanceof ConnectException
                ? "it refuses the connection"
                : reason.getClass().getSimpleName();
    }

    private AgentOptions options(String name, KubernetesClient client) {
        AgentOptions options = AgentOptions.of(name, client, kernel())
                .withKubelet(
                        new KubeletFolder(kubeletRoot, kubeletRootOnNode == null ? kubeletRoot : kubeletRootOnNode))
                .withFolders(cdi, devices, state);
        return podUid == null || podUid.isEmpty() ? options : options.withPodUid(podUid);
    }

    private Kernel kernel() {
        if (simulatedKernel == null) {
            return new LiveKernel(hostRoot, LiveKernel.DEADLINE);
        }
        try {
            return new RemoteKernel(simulatedKernel);
        } catch (IOException e) {
            throw new Refusal("no simulated kernel answers at " + simulatedKernel + ": " + e.getMessage(), e);
        }
    }

    private Supplier<OfferRules> rules() {
        if (config == null) {
            return OfferRules::none;
        }
        try {
            return new OfferFile(config);
        } catch (IOException e) {
            throw new Refusal(config + ": cannot be read", e);
        } catch (IllegalArgumentException e) {
            throw new Refusal(config + ": " + e.getMessage(), e);
        }
    }

    private InetSocketAddress address() {
        int colon = listen.lastIndexOf(':');
        try {
            int port = Integer.parseInt(listen.substring(colon + 1));
            return colon <= 0 ? new InetSocketAddress(port) : new InetSocketAddress(listen.substring(0, colon), port);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), "--listen " + listen + ": want HOST:PORT, such as 127.0.0.1:9465", e);
        }
    }
}
