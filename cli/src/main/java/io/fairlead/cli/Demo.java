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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Pods that take a GPU, a whole card and a virtual function, and one that asks for too much. */
final class Demo {
    /** The one that does not fit. */
    static final String GREEDY = "greedy";

    /** What its machines give away: GPUs, whole cards of them and virtual functions. The ports are for who claims them. */
    static final String RULES = """
            offers:
            - match: {vendors: ["10de"]}
              offer: both
            - match: {physicalFunctions: ["eth0"]}
            """;

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
        create(_ -> true);
    }

    private void create(Predicate<String> wanted) {
        InputStream manifest = Objects.requireNonNull(Demo.class.getResourceAsStream("demo.yaml"));
        for (HasMetadata object : client.load(manifest).items()) {
            if (wanted.test(object.getMetadata().getName())) {
                HasMetadata created =
                        client.resource(object).inNamespace(NAMESPACE).create();
                say.accept("created %s %s"
                        .formatted(created.getKind(), created.getMetadata().getName()));
            }
        }
    }

    /** Lets a GPU and a virtual function go to pods and come back, in a cluster that knows only claims of Kubernetes. */
    void playClaims() {
        create(Set.of("gpu", "virtual-function", "nic")::contains);
        for (String name : List.of("gpu", "nic")) {
            await(name, Demo::runs);
            Resource<Pod> pod = client.pods().inNamespace(NAMESPACE).withName(name);
            pod.delete();
            pod.waitUntilCondition(Objects::isNull, PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Returns when all that can run do, and it is known why the other does not. */
    void await() {
        RUNNING.forEach(name -> await(name, Demo::runs));
        // Before that it only waits for its claim to be made.
        await(
                GREEDY,
                pod -> LiveTable.obstacle(pod)
                        .filter(why -> why.startsWith("0/"))
                        .isPresent());
    }

    private static boolean runs(Pod pod) {
        return "Running".equals(pod.getStatus().getPhase());
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
