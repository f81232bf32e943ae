package io.fairlead.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Pods that take a GPU, a whole card and a virtual function, and one that asks for too much. */
final class Demo {
    /** The one that does not fit. */
    static final String GREEDY = "greedy";

    private static final List<String> RUNNING = List.of("gpu", "card", "nic");
    private static final String NAMESPACE = "default";
    private static final long PATIENCE_SECONDS = 120;

    private final KubernetesClient client;
    private final Consumer<String> say;

    Demo(KubernetesClient client, Consumer<String> say) {
        this.client = client;
        this.say = say;
    }

    void create() {
        InputStream manifest = Objects.requireNonNull(Demo.class.getResourceAsStream("demo.yaml"));
        for (HasMetadata object : client.load(manifest).items()) {
            HasMetadata created = client.resource(object).inNamespace(NAMESPACE).create();
            say.accept("created %s %s"
                    .formatted(created.getKind(), created.getMetadata().getName()));
        }
    }

    /** Returns when all that can run do, and it is known why the other does not. */
    void await() {
        RUNNING.forEach(
                name -> await(name, pod -> "Running".equals(pod.getStatus().getPhase())));
        await(GREEDY, pod -> LiveTable.obstacle(pod).isPresent());
    }

    private void await(String name, Predicate<Pod> reached) {
        Resource<Pod> pod = client.pods().inNamespace(NAMESPACE).withName(name);
        try {
            pod.waitUntilCondition(found -> found != null && reached.test(found), PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (KubernetesClientTimeoutException e) {
            String why =
                    Optional.ofNullable(pod.get()).flatMap(LiveTable::obstacle).orElse("nobody says why");
            throw new Refusal(
                    "nothing more happened to pod %s for %d seconds: %s".formatted(name, PATIENCE_SECONDS, why), e);
        }
    }
}
