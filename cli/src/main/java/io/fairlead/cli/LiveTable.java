package io.fairlead.cli;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fairlead.host.kernel.VfioNodes;
import io.fairlead.sandbox.node.SimulatedNode;
import io.fairlead.sandbox.node.cdi.ContainerView;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/**
 * Which pod has which devices by which door: a table that is drawn anew in its place on a terminal, a line for each change
 * elsewhere.
 */
final class LiveTable implements AutoCloseable {
    private static final String NAMESPACE = "default";

    private final KubernetesClient client;
    private final Function<String, SimulatedNode> nodes;
    private final Consumer<String> say;
    private final @Nullable PrintWriter terminal;
    private final Watch watch;
    // Guarded by this.
    private List<Row> shown = List.of();
    private int drawn;

    private record Row(String pod, String node, String door, String state, String devices) {
        /** Its devices without the names of variables, and without the node that all have. */
        String shortly() {
            return devices.isEmpty()
                    ? state
                    : state + " with "
                            + devices.replaceAll("[^ ,=]+=", "").replace("/" + VfioNodes.CONTAINER + ", ", "");
        }
    }

    /** @param terminal where it can be drawn; null if there is none */
    LiveTable(
            KubernetesClient client,
            Function<String, SimulatedNode> nodes,
            Consumer<String> say,
            @Nullable PrintWriter terminal) {
        this.client = client;
        this.nodes = nodes;
        this.say = say;
        this.terminal = terminal;
        this.watch = client.pods().inNamespace(NAMESPACE).watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, Pod pod) {
                refresh();
            }

            @Override
            public void onClose(WatcherException cause) {
                // The sandbox ends, and the table with it.
            }
        });
    }

    /** Shows what is so now; nothing if that is shown already. */
    synchronized void refresh() {
        List<Row> now = client.pods().inNamespace(NAMESPACE).list().getItems().stream()
                .sorted(Comparator.comparing(pod -> pod.getMetadata().getName()))
                .map(this::row)
                .toList();
        if (now.equals(shown)) {
            return;
        }
        if (terminal == null) {
            tell(now);
        } else {
            draw(now, terminal);
        }
        shown = now;
    }

    /** Something else was written below: the next table has its place under that. */
    synchronized void moveOn() {
        drawn = 0;
    }

    private void draw(List<Row> rows, PrintWriter out) {
        TextTable table = new TextTable("POD", "NODE", "DOOR", "STATE");
        rows.forEach(row -> table.row(row.pod(), row.node(), row.door(), row.shortly()));
        if (drawn > 0) {
            // Up to its first line, and everything below it away.
            out.print("\033[%dA\033[J".formatted(drawn));
        }
        // A line that is too long is cut: on two lines it would be counted wrong the next time.
        out.print("\033[?7l");
        table.print(out, Ansi.ON);
        out.print("\033[?7h");
        out.flush();
        drawn = rows.size() + 1;
    }

    private void tell(List<Row> rows) {
        List<Row> news = new ArrayList<>(rows);
        news.removeAll(shown);
        for (Row row : news) {
            if (row.state().equals("Running")) {
                say.accept("pod %s runs on %s, by %s; its container sees %s"
                        .formatted(row.pod(), row.node(), row.door(), row.devices()));
            } else if (!row.state().equals("Pending")) {
                say.accept("pod %s waits: %s".formatted(row.pod(), row.state()));
            }
        }
        shown.stream()
                .map(Row::pod)
                .filter(pod -> rows.stream().noneMatch(row -> row.pod().equals(pod)))
                .forEach(pod -> say.accept("pod %s is gone".formatted(pod)));
    }

    private Row row(Pod pod) {
        String phase = pod.getStatus() == null ? "Pending" : pod.getStatus().getPhase();
        boolean runs = "Running".equals(phase);
        String node = Objects.requireNonNullElse(pod.getSpec().getNodeName(), "");
        return new Row(
                pod.getMetadata().getName(),
                node,
                pod.getSpec().getResourceClaims().isEmpty() ? "device plugin" : "DRA",
                runs ? phase : obstacle(pod).orElse(phase),
                runs ? devices(pod, node) : "");
    }

    private String devices(Pod pod, String node) {
        return pod.getSpec().getContainers().stream()
                .flatMap(container -> nodes.apply(node).container(pod, container.getName()).stream())
                .flatMap(LiveTable::devices)
                .collect(Collectors.joining(", "));
    }

    private static Stream<String> devices(ContainerView seen) {
        Stream<String> variables = seen.env().entrySet().stream()
                .filter(variable -> variable.getKey().contains("PCI_RESOURCE_"))
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .sorted();
        return Stream.concat(variables, seen.devices().stream().map(ContainerView.DeviceNode::path));
    }

    /** Why a pod does not run, as far as somebody says. */
    static Optional<String> obstacle(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(condition -> condition.getStatus().equals("False"))
                .map(PodCondition::getMessage)
                .filter(Objects::nonNull)
                .findFirst();
    }

    @Override
    public void close() {
        watch.close();
    }
}
