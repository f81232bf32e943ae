package io.fairlead.cli;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.cli.ManifestFiles.Manifest;
import io.fairlead.host.simulated.SampleMachine;
import io.fairlead.host.simulated.SimulatedHosts;
import io.fairlead.host.tree.MemoryTree;
import io.fairlead.sandbox.Sandbox;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
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
            "Without --hosts: two machines with a GPU card of two functions and two network cards each.",
            "Shows which pod has which devices: as a table that follows what happens, or as lines where there is no terminal."
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
            description =
                    "Create these objects instead of the demonstration's; - is stdin. May be given several times.")
    private List<String> manifests = List.of();

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description = "Put the files of kubelets and agents there, into a new or an empty folder, and leave them;"
                    + " otherwise they go at the end.")
    private @Nullable Path keep;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        SequencedMap<String, MemoryTree> machines = machines();
        List<Manifest> objects = new ManifestFiles(System.in).read(manifests);
        checkKeep();
        Foreground foreground = new Foreground(spec.commandLine().getErr(), address.kubeconfig());
        foreground.run(
                address.options(0, spec.commandLine()), !exit, sandbox -> work(sandbox, machines, objects, foreground));
    }

    private void work(
            Sandbox sandbox, SequencedMap<String, MemoryTree> hosts, List<Manifest> objects, Foreground foreground) {
        Path folder = keep == null ? sandbox.folder() : keep.toAbsolutePath();
        SimulatedMachines.define(sandbox.client());
        SimulatedMachines machines = new SimulatedMachines(sandbox, folder, hosts, rules());
        foreground.say("sandbox runs at %s with %d simulated machines and their agents: %s"
                .formatted(sandbox.server().url(), hosts.size(), String.join(", ", hosts.keySet())));
        boolean shown = this.hosts.isEmpty() && manifests.isEmpty();
        Demo demo = new Demo(sandbox.client(), foreground::say);
        if (shown) {
            demo.create();
        } else {
            objects.forEach(manifest -> create(sandbox, manifest, foreground));
        }
        LiveTable table = sandbox.keep(new LiveTable(
                sandbox.client(), machines::node, foreground::say, terminal().orElse(null)));
        if (shown) {
            demo.await();
        }
        table.refresh();
        foreground.suggest(List.of(
                "kubectl get pods,resourceclaims,pcideviceclaims -o wide",
                shown ? "kubectl delete pod gpu      # its device goes back to the host" : "kubectl describe nodes",
                shown
                        ? "fairlead explain pod " + Demo.GREEDY + "      # why it does not fit"
                        : "fairlead explain -f FILE"));
        table.moveOn();
    }

    /** Read when it runs: a command is made for its help too, and reading YAML takes longer than that. */
    private OfferRules rules() {
        return OfferRules.parse(hosts.isEmpty() ? Demo.RULES : "offers: [{match: {}, offer: both}]");
    }

    private Optional<PrintWriter> terminal() {
        return Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .map(_ -> spec.commandLine().getOut());
    }

    /** What an earlier run has left would be taken for the state of these machines. */
    private void checkKeep() {
        if (keep == null || !Files.exists(keep)) {
            return;
        }
        try (Stream<Path> content = Files.list(keep)) {
            if (content.findAny().isPresent()) {
                throw new Refusal("--keep %s: there is something in it already; name a new folder".formatted(keep));
            }
        } catch (NotDirectoryException e) {
            throw new Refusal("--keep %s: it is not a folder".formatted(keep), e);
        } catch (IOException e) {
            throw new Refusal("--keep %s: %s".formatted(keep, Refusal.reason(e)), e);
        }
    }

    private SequencedMap<String, MemoryTree> machines() {
        SequencedMap<String, MemoryTree> machines = new LinkedHashMap<>();
        if (hosts.isEmpty()) {
            machines.put("node-1", SampleMachine.tree());
            machines.put("node-2", SampleMachine.tree());
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

    private static void create(Sandbox sandbox, Manifest manifest, Foreground foreground) {
        try {
            sandbox.client().resource(manifest.object()).create();
            foreground.say("created " + manifest.title());
        } catch (KubernetesClientException e) {
            throw new Refusal("-f %s: %s: %s".formatted(manifest.file(), manifest.title(), e.getMessage()), e);
        }
    }
}
