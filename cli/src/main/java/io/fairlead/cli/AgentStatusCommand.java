package io.fairlead.cli;

import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.TakenMdev;
import io.fairlead.dra.DurableFiles;
import io.fairlead.host.PciAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what the ledger of this node says, whether or not an agent runs. */
@Command(
        name = "status",
        description = "Show every function that this node gives away: its door, its state, its holder.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  fairlead agent status"})
final class AgentStatusCommand implements Runnable {
    static final String STATE = "/var/lib/fairlead";

    @Option(
            names = "--state",
            paramLabel = "DIR",
            defaultValue = STATE,
            description = "Folder of the ledger (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path state;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        LedgerState ledger = read().orElseThrow(() -> new Refusal("there is no ledger in " + state
                + ": no agent has run on this node yet, or it keeps it elsewhere; say where with --state"));
        TextTable table = new TextTable("DEVICE", "DOOR", "STATE", "DRIVER BEFORE", "HOLDER");
        Set<PciAddress> functions = new TreeSet<>(ledger.doors().keySet());
        ledger.holdings().values().forEach(holding -> functions.addAll(holding.addresses()));
        for (PciAddress function : functions) {
            Optional<Holding> holding = ledger.holdingOf(function);
            table.row(
                    function.toString(),
                    ledger.door(function).toString(),
                    holding.map(found -> found.stage().toString()).orElse("free"),
                    holding.flatMap(found -> driver(found, function)).orElse("-"),
                    holding.map(Holding::holder).map(Holder::text).orElse("-"));
        }
        for (Holding holding : ledger.holdings().values()) {
            for (TakenMdev mdev : holding.mdevs()) {
                table.row(
                        "%s (%s of %s)".formatted(mdev.uuid(), mdev.type(), mdev.parent()),
                        holding.door().toString(),
                        holding.stage().toString(),
                        "-",
                        holding.holder().text());
            }
        }
        table.print(
                spec.commandLine().getOut(), spec.commandLine().getColorScheme().ansi());
    }

    private static Optional<String> driver(Holding holding, PciAddress function) {
        return holding.functions().stream()
                .filter(taken -> taken.address().equals(function))
                .flatMap(taken -> Stream.ofNullable(taken.driver()))
                .findFirst();
    }

    private Optional<LedgerState> read() {
        try {
            return Ledger.peek(new DurableFiles(), state);
        } catch (IOException e) {
            throw new Refusal(String.valueOf(e.getMessage()), e);
        }
    }
}
