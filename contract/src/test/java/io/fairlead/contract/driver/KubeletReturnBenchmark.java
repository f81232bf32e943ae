package io.fairlead.contract.driver;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.dra.Pool;
import io.fairlead.kubelet.DraPlugin;
import io.fairlead.kubelet.DraPluginOptions;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.TestbedOptions;
import io.fairlead.testbed.node.RealNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long after the socket of a kubelet that starts anew the driver of the documentation is registered and published
 * again. Argument: how many restarts (5). See docs/dra-driver.md for the command.
 */
public final class KubeletReturnBenchmark {
    private KubeletReturnBenchmark() {}

    public static void main(String[] args) throws Exception {
        int restarts = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        AtomicLong registered = new AtomicLong();
        try (Testbed testbed = Testbed.start(TestbedOptions.forTests());
                KubernetesClient client = testbed.client("default")) {
            RealNode node = testbed.nodes(1).getFirst();
            DraPluginOptions options = DraPluginOptions.of(NullDriver.NAME, node.name(), client)
                    .withKubelet(KubeletFolder.ofOtherRoot(node.kubeletRoot()))
                    .withListener(new DraPlugin.Listener() {
                        @Override
                        public void registered() {
                            registered.set(System.nanoTime());
                        }
                    });
            try (DraPlugin plugin = DraPlugin.start(options, new NullDriver(options.kubelet(), node.cdi()))) {
                plugin.publish(List.of(Pool.of(node.name(), List.copyOf(NullDriver.DEVICES.values()))));
                for (int i = 0; i < restarts; i++) {
                    String before = until(() -> slice(client));
                    node.stopKubelet();
                    Path socket = node.kubeletRoot().resolve("device-plugins/kubelet.sock");
                    Files.deleteIfExists(socket);
                    registered.set(0);
                    Thread starting = Thread.startVirtualThread(node::restartKubelet);
                    long served = until(() -> Files.exists(socket) ? String.valueOf(System.nanoTime()) : "")
                            .transform(Long::parseLong);
                    until(() -> before.equals(slice(client)) ? "" : slice(client));
                    long published = System.nanoTime();
                    until(() -> registered.get() == 0 ? "" : "registered");
                    System.out.printf(
                            "registered %5d ms, published %5d ms after the kubelet's socket%n",
                            (registered.get() - served) / 1_000_000, (published - served) / 1_000_000);
                    starting.join();
                }
            }
        }
    }

    /** The uid of the driver's one slice; empty while there is none. */
    private static String slice(KubernetesClient client) {
        List<ResourceSlice> slices = client.resources(ResourceSlice.class)
                .withField("spec.driver", NullDriver.NAME)
                .list()
                .getItems();
        return slices.size() == 1 ? slices.getFirst().getMetadata().getUid() : "";
    }

    private interface Question {
        String ask() throws IOException;
    }

    /** Asks until the answer is not empty. */
    private static String until(Question question) throws IOException, InterruptedException {
        String answer = question.ask();
        while (answer.isEmpty()) {
            Thread.sleep(5);
            answer = question.ask();
        }
        return answer;
    }
}
