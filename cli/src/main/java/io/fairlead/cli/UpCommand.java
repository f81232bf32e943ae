package io.fairlead.cli;

import io.fairlead.agent.offer.OfferRules;
import io.fairlead.host.simulated.SimulatedHosts;
import io.fairlead.host.tree.MemoryTree;
import io.fairlead.sandbox.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The first thing to type: a cluster, machines with cards, their agents, pods that get devices. */
@Command(
        name = "up",
        description = {
            "Start a sandbox with simulated machines and their agents, and run pods with devices on them.",
            "Without --hosts: two machines with a GPU card of two functions and a network card each."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  fairlead up",
            "  fairlead up --exit                     # show it and stop, for scripts",
            "  fairlead inventory --capture my.tar.gz && fairlead up --hosts my.tar.gz -f pods.yaml"
        })
final class UpCommand implements Runnable {
    private static final OfferRules ALL_THAT_CAN_BE_SPARED = OfferRules.parse("""
            offers:
            - match: {}
              offer: both
            """);

    @Mixin
    private final SandboxAddress address = new SandboxAddress();

    @Option(names = "--exit", description = "Stop as soon as the pods run.")
    private boolean exit;

    @Option(
            names = "--hosts",
            paramLabel = "FILE",
            description =
                    "Simulate these machines instead: an archive of fairlead inventory --capture, or a file with a"
                            + " name and an archive a line. May be given several times.")
    private List<Path> hosts = List.of();

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description = "Create these objects instead of the demonstration's. May be given several times.")
    private List<Path> manifests = List.of();

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description = "Put the files of kubelets and agents there and leave them; otherwise they go at the end.")
    private @Nullable Path keep;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        SequencedMap<String, MemoryTree> machines = machines();
        Foreground foreground = new Foreground(spec.commandLine().getErr(), address.kubeconfig());
        foreground.run(address.options(0, spec.commandLine()), !exit, sandbox -> work(sandbox, machines, foreground));
    }

    private void work(Sandbox sandbox, SequencedMap<String, MemoryTree> hosts, Foreground foreground) {
        Path folder = keep == null ? sandbox.folder() : keep.toAbsolutePath();
        SimulatedMachines machines = new SimulatedMachines(
                sandbox, folder, hosts, this.hosts.isEmpty() ? DemoHost.RULES : ALL_THAT_CAN_BE_SPARED);
        foreground.say("sandbox runs at %s with %d simulated machines and their agents: %s"
                .formatted(sandbox.server().url(), hosts.size(), String.join(", ", hosts.keySet())));
        if (!manifests.isEmpty()) {
            manifests.forEach(file -> create(sandbox, file, foreground));
        } else if (this.hosts.isEmpty()) {
            new Demo(sandbox.client(), machines::node, foreground::say).run();
        }
        boolean shown = this.hosts.isEmpty() && manifests.isEmpty();
        foreground.suggest(List.of(
                "kubectl get pods,resourceclaims,resourceslices -o wide",
                shown ? "kubectl delete pod gpu      # its device goes back to the host" : "kubectl describe nodes",
                shown
                        ? "fairlead explain pod " + Demo.GREEDY + "      # why it does not fit"
                        : "fairlead explain -f FILE"));
    }

    private SequencedMap<String, MemoryTree> machines() {
        SequencedMap<String, MemoryTree> machines = new LinkedHashMap<>();
        if (hosts.isEmpty()) {
            machines.put("node-1", DemoHost.tree());
            machines.put("node-2", DemoHost.tree());
        }
        for (Path file : hosts) {
            try {
                SimulatedHosts.read(file).forEach((name, tree) -> {
                    if (machines.put(name, tree) != null) {
                        throw new Refusal(
                                "%s: there is a machine %s already; give each its own name".formatted(file, name));
                    }
                });
            } catch (IOException e) {
                throw new Refusal("--hosts %s: %s".formatted(file, Refusal.reason(e)), e);
            }
        }
        return machines;
    }

    private static void create(Sandbox sandbox, Path file, Foreground foreground) {
        try (InputStream content = Files.newInputStream(file)) {
            sandbox.client().load(content).items().forEach(object -> {
                sandbox.client().resource(object).create();
                foreground.say("created %s %s"
                        .formatted(object.getKind(), object.getMetadata().getName()));
            });
        } catch (IOException | RuntimeException e) {
            throw new Refusal("-f %s: %s".formatted(file, e.getMessage()), e);
        }
    }
}
