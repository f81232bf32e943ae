package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.agent.ledger.TakenMdev;
import io.fairlead.dra.DurableFiles;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentStatusCommandTest {
    private static final PciAddress FREE = PciAddress.parse("0000:01:00.0");
    private static final PciAddress CLAIMED = PciAddress.parse("0000:02:00.0");
    private static final PciAddress HANDED = PciAddress.parse("0000:03:00.0");
    private static final UUID MDEV = UUID.fromString("4b7a0e5e-0000-5000-8000-000000000001");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path state;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int status() {
        return Fairlead.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("agent", "status", "--state=" + state);
    }

    private static TakenFunction taken(PciAddress address, String driver) {
        return new TakenFunction(address, new PciId(0x10de, 0x2331), driver, null);
    }

    @Test
    void everyFunctionHasItsDoorItsStateAndItsHolderAlsoWhileAnAgentRuns() throws Exception {
        try (Ledger ledger = Ledger.open(new DurableFiles(), state, "boot")) {
            ledger.change(all -> all.offer(List.of(FREE, CLAIMED), Door.DRA));
            ledger.change(all -> all.offer(List.of(HANDED), Door.PLUGIN));
            ledger.change(all -> all.take(Holding.forClaim(
                    new Holder.Claim("home", "gpu", "uid-1"),
                    List.of(taken(CLAIMED, "nouveau")),
                    List.of(new TakenMdev(MDEV, "mtty", "mtty-2")),
                    List.of())));
            ledger.change(all -> all.take(Holding.forPlugin("0000:03:00.0", List.of(taken(HANDED, "igb")))));
            ledger.change(all -> all.taken("0000:03:00.0", List.of()));
            ledger.change(all -> all.hand(
                    "0000:03:00.0",
                    Instant.EPOCH,
                    new GivenDevice("", "intel.com/nic", "nic-0", null, List.of(HANDED), null, false, List.of())));

            assertThat(status()).isZero();
        }

        assertThat(out.toString().lines().map(line -> line.strip().replaceAll("  +", "|")))
                .containsExactly(
                        "DEVICE|DOOR|STATE|DRIVER BEFORE|HOLDER",
                        "0000:01:00.0|dra|free|-|-",
                        "0000:02:00.0|dra|taking|nouveau|claim home/gpu (uid-1)",
                        "0000:03:00.0|device-plugin|held|igb|a pod that the kubelet has not named yet",
                        MDEV + " (mtty-2 of mtty)|dra|taking|-|claim home/gpu (uid-1)");
    }

    @Test
    void aNodeWithoutALedgerIsToldWhereToLook() {
        assertThat(status()).isEqualTo(1);
        assertThat(err.toString()).contains("there is no ledger in " + state, "say where with --state");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aDamagedLedgerIsNamedAndLeftAlone() throws Exception {
        Path ledger = Files.writeString(state.resolve("ledger"), "nonsense\n");

        assertThat(status()).isEqualTo(1);

        assertThat(err.toString()).contains("does not begin as a checkpoint");
        assertThat(ledger).hasContent("nonsense\n");
    }
}
