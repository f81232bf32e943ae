package io.fairlead.agent.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.agent.TestingDisk;
import io.fairlead.dra.DurableFiles;
import io.fairlead.dra.FileStore;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    private static final PciAddress GPU = PciAddress.parse("0000:3b:00.0");
    private static final PciAddress VIRTUAL = PciAddress.parse("0000:5e:02.1");
    private static final Holding CLAIM = Holding.forClaim(
            new Holder.Claim("default", "gpu", "uid-1"),
            List.of(
                    new TakenFunction(GPU, new PciId(0x10de, 0x2331), "nouveau", null),
                    new TakenFunction(
                            VIRTUAL,
                            new PciId(0x8086, 0x1520),
                            null,
                            new TakenSettings("52:54:00:00:00:01", 100, true))),
            List.of(new TakenMdev(new UUID(1, 2), "mtty", "mtty-1")),
            List.of());

    @TempDir
    private Path folder;

    private final FileStore files = new DurableFiles();

    private Ledger open() throws IOException {
        return Ledger.open(files, folder, "boot-1");
    }

    @Test
    void whatWasWrittenIsReadAgain() throws Exception {
        LedgerState written;
        try (Ledger ledger = open()) {
            ledger.change(state -> state.offer(List.of(GPU, VIRTUAL), Door.DRA));
            ledger.change(state -> state.take(CLAIM));
            ledger.change(state -> state.taken(
                    "uid-1",
                    List.of(new GivenDevice(
                            "gpu", "node", "gpu-0", "share", List.of(GPU), new UUID(3, 4), true, List.of("a/b=c")))));
            ledger.change(state -> state.offer(List.of(PciAddress.parse("0000:01:00.0")), Door.PLUGIN));
            ledger.change(state -> state.found(Holding.forPlugin("unit", List.of())
                    .heldBy(new Holder.Handed(
                            Instant.parse("2026-11-15T12:00:00.123456789Z"), new Holder.Pod("a", "b", "c")))));
            written = ledger.state();
            assertThat(ledger.writes()).isEqualTo(5);
        }
        try (Ledger ledger = open()) {
            assertThat(ledger.state()).isEqualTo(written);
            assertThat(ledger.origin()).isEqualTo(new Ledger.Origin.Intact());
        }
        assertThat(Ledger.peek(files, folder)).contains(written);
    }

    @Test
    void noLedgerIsAnEmptyOne() throws IOException {
        assertThat(Ledger.peek(files, folder)).isEmpty();
        try (Ledger ledger = open()) {
            assertThat(ledger.state()).isEqualTo(LedgerState.empty("boot-1"));
            assertThat(ledger.origin()).isEqualTo(new Ledger.Origin.Missing());
        }
    }

    @Test
    void aStepThatChangesNothingWritesNothing() throws Exception {
        try (Ledger ledger = open()) {
            ledger.change(state -> state.offer(List.of(GPU), Door.DRA));
            ledger.change(state -> state.offer(List.of(GPU), Door.DRA));
            assertThat(ledger.writes()).isEqualTo(1);
        }
    }

    @Test
    void aSecondAgentIsRefusedUntilTheFirstOneIsGone() throws IOException {
        try (Ledger _ = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(LedgerUnusableException.class)
                    .hasMessageContaining("another agent works on this node")
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
        }
        open().close();
    }

    @Test
    void everyDamagedByteIsNoticedAndTheFileIsSetAside() throws Exception {
        try (Ledger ledger = open()) {
            ledger.change(state -> state.offer(List.of(GPU, VIRTUAL), Door.DRA).take(CLAIM));
        }
        byte[] whole = Files.readAllBytes(folder.resolve("ledger"));
        for (int at = 0; at < whole.length; at += 7) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x11;
            Files.write(folder.resolve("ledger"), damaged);
            try (Ledger ledger = open()) {
                assertThat(ledger.origin())
                        .isInstanceOfSatisfying(
                                Ledger.Origin.Damaged.class,
                                origin -> assertThat(origin.kept()).hasBinaryContent(damaged));
                assertThat(ledger.state()).isEqualTo(LedgerState.empty("boot-1"));
            } catch (LedgerUnusableException e) {
                // One bit more in the version is a newer version.
                assertThat(e).hasMessageContaining("this agent knows versions up to 1");
            }
        }
    }

    @Test
    void aFileThatWasCutOffIsDamaged() throws Exception {
        try (Ledger ledger = open()) {
            ledger.change(state -> state.offer(List.of(GPU), Door.DRA));
        }
        byte[] whole = Files.readAllBytes(folder.resolve("ledger"));
        for (int length = 0; length < whole.length; length++) {
            Files.write(folder.resolve("ledger"), Arrays.copyOf(whole, length));
            try (Ledger ledger = open()) {
                assertThat(ledger.origin()).as("cut to %d bytes", length).isInstanceOf(Ledger.Origin.Damaged.class);
            }
        }
    }

    @Test
    void aNewerLedgerIsLeftAloneAndTheAgentDoesNotStart() throws IOException {
        String newer = "checkpoint version=2 sha256=" + "0".repeat(64) + "\n{}";
        Files.writeString(folder.resolve("ledger"), newer);

        assertThatThrownBy(this::open)
                .isInstanceOf(LedgerUnusableException.class)
                .hasMessageContaining("it has version 2 and this agent knows versions up to 1");

        assertThat(folder.resolve("ledger")).hasContent(newer);
    }

    @Test
    void aFullDiskChangesNothing() throws Exception {
        try (Ledger ledger = Ledger.open(TestingDisk.full(files), folder, "boot-1")) {
            assertThatThrownBy(() -> ledger.change(state -> state.offer(List.of(GPU), Door.DRA)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No space left on device")
                    .hasMessageContaining("make room");
            assertThat(ledger.state()).isEqualTo(LedgerState.empty("boot-1"));
        }
    }

    @Test
    void peopleCanReadIt() throws Exception {
        try (Ledger ledger = open()) {
            ledger.change(state -> state.offer(List.of(GPU), Door.DRA));
        }
        assertThat(Files.readString(folder.resolve("ledger"), StandardCharsets.UTF_8))
                .startsWith("checkpoint version=1 sha256=")
                .contains("\"0000:3b:00.0\":\"DRA\"");
    }
}
