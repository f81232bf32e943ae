package io.fairlead.agent.plugin;

import static io.fairlead.agent.plugin.PluginHost.AUDIO;
import static io.fairlead.agent.plugin.PluginHost.GPU;
import static io.fairlead.agent.plugin.PluginHost.NIC;
import static io.fairlead.agent.plugin.PluginHost.addresses;
import static io.fairlead.agent.plugin.PluginHost.byName;
import static io.fairlead.agent.plugin.PluginHost.cards;
import static io.fairlead.agent.plugin.PluginHost.claim;
import static io.fairlead.agent.plugin.PluginHost.lines;
import static io.fairlead.agent.plugin.PluginHost.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.host.PciAddress;
import io.fairlead.host.names.ResourceName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class CatalogTest {
    private static final LedgerState EMPTY = LedgerState.empty("boot");

    record Case(String name, UnaryOperator<PluginHost> host, Wanted wanted, List<String> lines) {
        Case(String name, UnaryOperator<PluginHost> host, Wanted wanted, String... lines) {
            this(name, host, wanted, List.of(lines));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Case> CASES = List.of(
            new Case("without a claim there is no plugin", h -> h.gpu("0000:01:00.0", 1, 0), wanted()),
            new Case(
                    "capacity is every device of the name, allocatable the claimed ones",
                    h -> h.gpu("0000:01:00.0", 1, 0).gpu("0000:02:00.0", 2, 0).gpu("0000:03:00.0", 3, 1),
                    wanted(claim("0000:02:00.0")),
                    "nvidia.com/GPU: 0000:01:00.0- 0000:02:00.0+ 0000:03:00.0-"),
            new Case(
                    "a claim out of the pool has a name of its own",
                    h -> h.gpu("0000:01:00.0", 1, 0).gpu("0000:02:00.0", 2, 0),
                    wanted(claim("0000:01:00.0"), byName("0000:02:00.0")),
                    "nvidia.com/GPU: 0000:01:00.0+",
                    "nvidia.com/n-000002000: 0000:02:00.0+"),
            new Case(
                    "an admin's own name wins, and moves only that device",
                    h -> h.gpu("0000:01:00.0", 1, 0).gpu("0000:02:00.0", 2, 0),
                    new Wanted(
                            List.of(claim("0000:01:00.0"), claim("0000:02:00.0")),
                            Map.of(PciAddress.parse("0000:02:00.0"), ResourceName.parse("example.com/big")),
                            Set.of(),
                            Map.of()),
                    "example.com/big: 0000:02:00.0+",
                    "nvidia.com/GPU: 0000:01:00.0+"),
            new Case(
                    "a unit is one device and brings the others of its group along",
                    h -> h.gpuWithAudio("0000:01:00", 1),
                    wanted(claim("0000:01:00.0")),
                    "nvidia.com/GPU: 0000:01:00.0+"),
            new Case(
                    "a claimed sibling is listed under its own name too",
                    h -> h.gpuWithAudio("0000:01:00", 1).gpuWithAudio("0000:02:00", 2),
                    wanted(claim("0000:01:00.0"), claim("0000:01:00.1")),
                    "nvidia.com/AUDIO: 0000:01:00.1+ 0000:02:00.1-",
                    "nvidia.com/GPU: 0000:01:00.0+ 0000:02:00.0-"),
            new Case(
                    "a sibling alone cannot be handed out",
                    h -> h.gpuWithAudio("0000:01:00", 1),
                    wanted(claim("0000:01:00.1")),
                    "nvidia.com/AUDIO: 0000:01:00.1-"),
            new Case(
                    "siblings of one name are one device",
                    h -> {
                        h.function("0000:05:00.0", 0x8086, 0x1528, 0x020000, "vfio-pci", 7);
                        h.function("0000:05:00.1", 0x8086, 0x1528, 0x020000, "vfio-pci", 7);
                        return h;
                    },
                    wanted(claim("0000:05:00.0"), claim("0000:05:00.1")),
                    "intel.com/ETHERNET_CONTROLLER_X540: 0000:05:00.0+"),
            new Case(
                    "ports in groups of their own are single devices",
                    h -> h.twoPorts("0000:05:00", 7),
                    wanted(claim("0000:05:00.0"), claim("0000:05:00.1")),
                    "intel.com/ETHERNET_CONTROLLER_X540: 0000:05:00.0+ 0000:05:00.1+"),
            new Case(
                    "grouped, only function 0 of each card is registered",
                    h -> h.twoPorts("0000:05:00", 7).twoPorts("0000:06:00", 9),
                    cards(NIC, claim("0000:05:00.0")),
                    "intel.com/ETHERNET_CONTROLLER_X540: 0000:05:00.0+ 0000:06:00.0-"),
            new Case(
                    "a part of a grouped card that has another name is its companion",
                    h -> {
                        h.function("0000:01:00.0", 0x10de, 0x2331, 0x030200, "nouveau", 1);
                        h.function("0000:01:00.1", 0x10de, 0x22ba, 0x040300, "snd_hda_intel", 2);
                        return h;
                    },
                    cards(GPU, claim("0000:01:00.0"), claim("0000:01:00.1")),
                    "nvidia.com/AUDIO: 0000:01:00.1+",
                    "nvidia.com/GPU: 0000:01:00.0+"),
            new Case(
                    "the host's own card is not capacity",
                    h -> {
                        h.twoPorts("0000:05:00", 7);
                        h.function("0000:06:00.0", 0x8086, 0x1528, 0x020000, "ixgbe", 9)
                                .networkInterface("eth0");
                        h.testing().defaultRoute("eth0");
                        return h;
                    },
                    wanted(claim("0000:05:00.0"), claim("0000:06:00.0")),
                    "intel.com/ETHERNET_CONTROLLER_X540: 0000:05:00.0+ 0000:05:00.1-"));

    @ParameterizedTest
    @FieldSource("CASES")
    void whatIsOffered(Case given) {
        assertThat(lines(given.host().apply(new PluginHost()).catalog(given.wanted(), EMPTY)))
                .isEqualTo(given.lines());
    }

    @Test
    void aDeviceBehindTheOtherDoorIsNeitherCapacityNorTaken() throws Exception {
        PluginHost host = new PluginHost().gpu("0000:01:00.0", 1, 0).gpu("0000:02:00.0", 2, 0);
        LedgerState ledger = EMPTY.offer(addresses("0000:02:00.0"), Door.DRA);

        Catalog catalog = host.catalog(wanted(claim("0000:01:00.0"), claim("0000:02:00.0")), ledger);

        assertThat(lines(catalog)).containsExactly("nvidia.com/GPU: 0000:01:00.0+");
        assertThat(catalog.units()).containsOnlyKeys("0000:01:00.0");
        assertThat(catalog.claims().get("n-000002000")).isInstanceOf(ClaimState.Waiting.class);
    }

    @Test
    void wholeCardsBringEveryFunctionsGroup() {
        Catalog catalog = new PluginHost().twoPorts("0000:05:00", 7).catalog(cards(NIC, claim("0000:05:00.0")), EMPTY);

        Listed card = catalog.device(NIC, "0000:05:00.0").orElseThrow();
        assertThat(card.kind()).isEqualTo(Listed.Kind.CARD);
        assertThat(card.functions()).isEqualTo(addresses("0000:05:00.0", "0000:05:00.1"));
        assertThat(card.holdings()).containsExactly("0000:05:00.0", "0000:05:00.1");
        assertThat(catalog.units()).containsOnlyKeys("0000:05:00.0", "0000:05:00.1");
    }

    @Test
    void ungroupingWhileAMachineHasTheCardKeepsItsOtherFunctionsFromEverybodyElse() throws Exception {
        PluginHost host = new PluginHost().twoPorts("0000:05:00", 7);
        Claimed first = claim("0000:05:00.0");
        Claimed second = claim("0000:05:00.1");
        Catalog grouped = host.catalog(cards(NIC, first, second), EMPTY);
        Listed card = grouped.device(NIC, "0000:05:00.0").orElseThrow();
        LedgerState handed = taken(grouped, EMPTY);
        for (String id : card.holdings()) {
            handed = handed.hand(id, Instant.EPOCH, card.given());
        }

        Catalog apart = host.catalog(wanted(first, second), handed);

        // The kubelet knows that 05:00.0 is taken; of 05:00.1 it knows nothing.
        assertThat(lines(apart)).containsExactly(NIC + ": 0000:05:00.0+ 0000:05:00.1-");
        assertThat(apart.device(NIC, "0000:05:00.1").orElseThrow().obstacle().orElseThrow())
                .contains("still held as " + NIC + " 0000:05:00.0");
        LedgerState free = handed;
        for (String id : card.holdings()) {
            free = free.free(id, (Holder.Handed) free.holding(id).orElseThrow().holder());
        }
        assertThat(lines(host.catalog(wanted(first, second), free)))
                .containsExactly(NIC + ": 0000:05:00.0+ 0000:05:00.1+");
    }

    @Test
    void aDeviceThatChangesItsNameStaysOnTheOldListUntilItsHolderIsDone() throws Exception {
        PluginHost host = new PluginHost().gpu("0000:01:00.0", 1, 0);
        Catalog pooled = host.catalog(wanted(claim("0000:01:00.0")), EMPTY);
        Listed device = pooled.device(GPU, "0000:01:00.0").orElseThrow();
        LedgerState handed = taken(pooled, EMPTY).hand(device.id(), Instant.EPOCH, device.given());

        assertThat(lines(host.catalog(wanted(byName("0000:01:00.0")), handed)))
                .containsExactly("nvidia.com/GPU: 0000:01:00.0-", "nvidia.com/n-000001000: 0000:01:00.0-");
    }

    @Test
    void aUnitWhoseGroupHasChangedIsHandedOutOnlyAfterItWasTakenAnew() {
        Wanted gpu = wanted(claim("0000:01:00.0"));
        LedgerState alone = taken(new PluginHost().gpu("0000:01:00.0", 1, 0).catalog(gpu, EMPTY), EMPTY);

        Catalog now = CatalogBuilder.build(
                new PluginHost().gpuWithAudio("0000:01:00", 1).inventory(), PluginHost.NAMES, gpu, alone, Map.of());

        assertThat(now.claims().get("n-000001000"))
                .isInstanceOfSatisfying(
                        ClaimState.Waiting.class,
                        waiting -> assertThat(waiting.why())
                                .contains(
                                        "its IOMMU group had [0000:01:00.0] and has [0000:01:00.0, 0000:01:00.1] now"));
        assertThat(lines(now)).contains("nvidia.com/GPU: 0000:01:00.0-");
    }

    @Test
    void defect5EveryDeviceTellsItsRealNumaNode() {
        Catalog catalog = new PluginHost()
                .gpu("0000:01:00.0", 1, 0)
                .gpu("0000:81:00.0", 2, 1)
                .gpu("0000:c1:00.0", 3, -1)
                .catalog(wanted(claim("0000:01:00.0")), EMPTY);

        assertThat(catalog.devices(GPU))
                .extracting(Listed::numaNode)
                .containsExactly(OptionalInt.of(0), OptionalInt.of(1), OptionalInt.empty());
    }

    @Test
    void defect3ADeviceThatIsClaimedAgainCanBeHandedOutAgain() {
        PluginHost host = new PluginHost().gpu("0000:01:00.0", 1, 0).gpu("0000:02:00.0", 2, 0);
        Wanted both = wanted(claim("0000:01:00.0"), claim("0000:02:00.0"));

        assertThat(lines(host.catalog(both, EMPTY))).containsExactly("nvidia.com/GPU: 0000:01:00.0+ 0000:02:00.0+");
        assertThat(lines(host.catalog(wanted(claim("0000:01:00.0")), EMPTY)))
                .containsExactly("nvidia.com/GPU: 0000:01:00.0+ 0000:02:00.0-");
        assertThat(lines(host.catalog(both, EMPTY))).containsExactly("nvidia.com/GPU: 0000:01:00.0+ 0000:02:00.0+");
    }

    @Test
    void aGpuStaysOnOfferWhenItsAudioFunctionWasHandedOutFirst() throws Exception {
        PluginHost host = new PluginHost().gpuWithAudio("0000:01:00", 1);
        Wanted both = wanted(claim("0000:01:00.0"), claim("0000:01:00.1"));
        Catalog catalog = host.catalog(both, EMPTY);
        Listed audio = catalog.device(AUDIO, "0000:01:00.1").orElseThrow();

        LedgerState handed = taken(catalog, EMPTY).hand("0000:01:00.0", Instant.EPOCH, audio.given());

        assertThat(lines(host.catalog(both, handed)))
                .containsExactly("nvidia.com/AUDIO: 0000:01:00.1+", "nvidia.com/GPU: 0000:01:00.0+");
    }

    @Test
    void existingMediatedDevicesOfANamedTypeAreOffered() {
        PluginHost host = new PluginHost().gpu("0000:01:00.0", 1, 1);
        String parent = "sys/devices/pci0000:00/0000:01:00.0";
        String uuid = "c3e5c3a4-9f0e-4d4c-8f0b-0d3b7d1f0a01";
        host.testing()
                .root()
                .file(parent + "/mdev_supported_types/nvidia-222/name", "GRID T4-1Q")
                .file(parent + "/mdev_supported_types/nvidia-222/available_instances", "3")
                .file(parent + "/mdev_supported_types/nvidia-222/device_api", "vfio-pci")
                .link("sys/class/mdev_bus/0000:01:00.0", "../../../" + parent)
                .link(parent + "/" + uuid + "/mdev_type", "../mdev_supported_types/nvidia-222")
                .link(parent + "/mdev_supported_types/nvidia-222/devices/" + uuid, "../../../" + uuid)
                .link("sys/bus/mdev/devices/" + uuid, "../../../../" + parent + "/" + uuid);
        ResourceName name = ResourceName.parse("nvidia.com/GRID_T4-1Q");

        Catalog catalog = host.catalog(new Wanted(List.of(), Map.of(), Set.of(), Map.of("GRID T4-1Q", name)), EMPTY);

        assertThat(lines(catalog)).containsExactly(name + ": " + uuid + "+");
        assertThat(catalog.devices(name).getFirst().numaNode()).isEqualTo(OptionalInt.of(1));
    }

    record Refusal(String name, UnaryOperator<PluginHost> host, Claimed claim, String words) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Refusal> REFUSALS = List.of(
            new Refusal("a missing device", h -> h, claim("0000:09:00.0"), "0000:09:00.0 is not in this machine"),
            new Refusal(
                    "a bridge",
                    h -> {
                        h.function("0000:00:01.0", 0x8086, 0x1901, 0x060400, "pcieport", 1);
                        return h;
                    },
                    claim("0000:00:01.0"),
                    "bridge"),
            new Refusal(
                    "the host's own network",
                    h -> {
                        h.function("0000:06:00.0", 0x8086, 0x1528, 0x020000, "ixgbe", 9)
                                .networkInterface("eth0");
                        h.testing().defaultRoute("eth0");
                        return h;
                    },
                    claim("0000:06:00.0"),
                    "carries the default route on eth0"),
            new Refusal(
                    "the host's own disk",
                    h -> {
                        h.function("0000:07:00.0", 0x8086, 0x0953, 0x010802, "nvme", 9)
                                .disk("nvme0n1", "259:0");
                        h.testing().mount("259:0", "/", "ext4", "/dev/nvme0n1");
                        return h;
                    },
                    claim("0000:07:00.0"),
                    "carries disk nvme0n1"),
            new Refusal(
                    "a device without a group",
                    h -> {
                        h.testing().function("0000:08:00.0").driver("ixgbe");
                        return h;
                    },
                    claim("0000:08:00.0"),
                    "has no IOMMU group"),
            new Refusal(
                    "a sibling without the first function of its unit",
                    h -> h.gpuWithAudio("0000:01:00", 1),
                    claim("0000:01:00.1"),
                    "can only travel with 0000:01:00.0"),
            new Refusal(
                    "a name that no resource can have",
                    h -> h.gpu("0000:01:00.0", 1, 0),
                    new Claimed("a".repeat(64), PciAddress.parse("0000:01:00.0"), false, true),
                    "letters, at most"));

    @ParameterizedTest
    @FieldSource("REFUSALS")
    void whatIsRefusedSaysWhy(Refusal given) {
        Catalog catalog = given.host().apply(new PluginHost()).catalog(wanted(given.claim()), EMPTY);

        assertThat(catalog.units()).isEmpty();
        assertThat(catalog.claims().get(given.claim().name()))
                .isInstanceOfSatisfying(
                        ClaimState.Refused.class,
                        refused -> assertThat(refused.why()).contains(given.words()));
    }

    private static LedgerState taken(Catalog catalog, LedgerState ledger) {
        LedgerState taken = ledger;
        for (Unit unit : catalog.units().values()) {
            taken = taken.found(PluginHost.held(unit));
        }
        return taken;
    }
}
