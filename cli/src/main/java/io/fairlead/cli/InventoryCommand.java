package io.fairlead.cli;

import io.fairlead.host.Capture;
import io.fairlead.host.PciInventory;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.host.names.PciNames;
import io.fairlead.host.tree.Archive;
import io.fairlead.host.tree.HostRoot;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows what is in a machine and what of it may be given away. */
@Command(
        name = "inventory",
        description = "Show the devices of this machine, or of a captured one, and what of them may be given away.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  fairlead inventory                              this machine, as a table",
            "  fairlead inventory -o tree                      as a tree with groups, drivers and users",
            "  fairlead inventory -o json                      for scripts",
            "  fairlead inventory --root /host                 a host whose sys and proc are mounted below /host",
            "  fairlead inventory --capture my-host.tar.gz     to attach to a report; no serials, no MACs",
            "  fairlead inventory --root my-host.tar.gz        the inventory of such a copy",
            "",
            "Root sees more: mounts and routes of the host are hidden from others, and what is hidden counts",
            "as in use."
        })
final class InventoryCommand implements Runnable {
    /** How to show an inventory. */
    enum Output {
        TABLE,
        TREE,
        JSON
    }

    @Option(
            names = "--root",
            paramLabel = "DIR|FILE",
            description = "A directory with sys and proc, or a capture of one.")
    private @Nullable Path root;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table, tree or json; the default is table.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Output output;

    @Option(names = "--capture", paramLabel = "FILE", description = "Write a copy of what the inventory is made from.")
    private @Nullable Path capture;

    @Option(names = "--with-identities", description = "Leave serial numbers and MAC addresses in the copy.")
    private boolean withIdentities;

    @Option(
            names = "--pci-ids",
            paramLabel = "FILE",
            description = "Names of vendors and models; the default is the system's file, then an excerpt in Fairlead.")
    private @Nullable Path pciIds;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        if (withIdentities && capture == null) {
            throw new ParameterException(spec.commandLine(), "--with-identities needs --capture");
        }
        HostRoot host = host();
        if (capture != null) {
            write(host, capture);
        } else {
            show(PciInventory.scan(host), names());
        }
    }

    private HostRoot host() {
        if (root == null) {
            return HostRoot.live();
        }
        try {
            HostRoot host = HostRoot.open(root);
            if (host.list("sys").isEmpty()) {
                throw new Refusal("--root %s: there is no sys in it; name the directory above sys".formatted(root));
            }
            return host;
        } catch (IOException unreadable) {
            throw new Refusal("--root %s: %s".formatted(root, Refusal.reason(unreadable)), unreadable);
        }
    }

    private PciNames names() {
        if (pciIds == null) {
            return PciNames.system();
        }
        try {
            return PciNames.of(pciIds);
        } catch (IOException unreadable) {
            throw new Refusal("--pci-ids %s: %s".formatted(pciIds, Refusal.reason(unreadable)), unreadable);
        }
    }

    private void write(HostRoot host, Path file) {
        try {
            Archive.write(Capture.of(host, withIdentities), file);
        } catch (IOException unwritable) {
            throw new Refusal("--capture %s: %s".formatted(file, Refusal.reason(unwritable)), unwritable);
        }
        say("wrote %s; it has %s"
                .formatted(
                        file,
                        withIdentities
                                ? "serial numbers and MAC addresses in it"
                                : "no serial numbers and no MAC addresses"));
    }

    private void show(PciInventory inventory, PciNames pciNames) {
        FunctionNames names = new FunctionNames(pciNames);
        PrintWriter out = spec.commandLine().getOut();
        switch (output) {
            case TABLE ->
                new InventoryTable(
                                inventory,
                                names,
                                spec.commandLine().getColorScheme().ansi())
                        .print(out);
            case TREE ->
                new InventoryTree(
                                inventory,
                                names,
                                spec.commandLine().getColorScheme().ansi())
                        .print(out);
            case JSON ->
                out.println(
                        InventoryJson.of(inventory, names, pciNames.source()).toPrettyString());
        }
        out.flush();
        names.collisions(inventory.functions())
                .forEach((name, ids) -> say("resource name %s stands for several models: %s"
                        .formatted(
                                name,
                                String.join(
                                        ", ", ids.stream().map(Object::toString).toList()))));
        pciNames.warnings().forEach(this::say);
        inventory.warnings().forEach(this::say);
    }

    private void say(String words) {
        spec.commandLine().getErr().println("fairlead: " + words);
    }
}
