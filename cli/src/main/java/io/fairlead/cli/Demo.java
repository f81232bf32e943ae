package io.fairlead.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fairlead.sandbox.node.SimulatedNode;
import io.fairlead.sandbox.node.cdi.ContainerView;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pods that take a GPU, a whole card and a virtual function, and one that asks for too much; told as it happens. */
final class Demo {
    /** The one that does not fit. */
    static final String GREEDY = "greedy";

    private static final List<String> RUNNING = List.of("gpu", "card", "nic");
    private static final String NAMESPACE = "default";
    private static final String CONTAINER = "main";
    private static final long PATIENCE_SECONDS = 30;

    private final KubernetesClient client;
    private final Function<String, SimulatedNode> nodes;
    private final Consumer<String> say;

    Demo(KubernetesClient client, Function<String, SimulatedNode> nodes, Consumer<String> say) {
        this.client = client;
        this.nodes = nodes;
        this.say = say;
    }

    void run() {
        InputStream manifest = Objects.requireNonNull(Demo.class.getResourceAsStream("demo.yaml"));
        for (HasMetadata object : client.load(manifest).items()) {
            HasMetadata created = client.resource(object).inNamespace(NAMESPACE).create();
            say.accept("created %s %s"
                    .formatted(created.getKind(), created.getMetadata().getName()));
        }
        RUNNING.forEach(this::tellOfItsDevice);
        Pod greedy = await(GREEDY, pod -> obstacle(pod).isPresent());
        say.accept("pod %s waits: %s".formatted(GREEDY, obstacle(greedy).orElseThrow()));
    }

    private void tellOfItsDevice(String name) {
        Pod pod = await(name, found -> "Running".equals(found.getStatus().getPhase()));
        String node = pod.getSpec().getNodeName();
        ContainerView seen = nodes.apply(node)
                .container(pod, CONTAINER)
                .orElseThrow(() -> new Refusal("pod %s runs on %s without its container".formatted(name, node)));
        say.accept("pod %s runs on %s; its container sees %s".formatted(name, node, devices(seen)));
    }

    private static String devices(ContainerView seen) {
        Stream<String> variables = seen.env().entrySet().stream()
                .filter(variable -> variable.getKey().contains("PCI_RESOURCE_"))
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .sorted();
        return Stream.concat(variables, seen.devices().stream().map(ContainerView.DeviceNode::path))
                .collect(Collectors.joining(", "));
    }

    private Pod await(String name, Predicate<Pod> reached) {
        Resource<Pod> pod = client.pods().inNamespace(NAMESPACE).withName(name);
        try {
            return pod.waitUntilCondition(
                    found -> found != null && reached.test(found), PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (KubernetesClientTimeoutException e) {
            String why = Optional.ofNullable(pod.get()).flatMap(Demo::obstacle).orElse("nobody says why");
            throw new Refusal(
                    "nothing more happened to pod %s for %d seconds: %s".formatted(name, PATIENCE_SECONDS, why), e);
        }
    }

    private static Optional<String> obstacle(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(condition -> condition.getStatus().equals("False"))
                .map(PodCondition::getMessage)
                .filter(Objects::nonNull)
                .findFirst();
    }
}
