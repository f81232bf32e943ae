package io.fairlead.agent.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class LedgerStateTest {
    private static final PciAddress GPU = PciAddress.parse("0000:3b:00.0");
    private static final PciAddress AUDIO = PciAddress.parse("0000:3b:00.1");
    private static final PciAddress NIC = PciAddress.parse("0000:5e:00.0");
    private static final PciId ID = new PciId(0x10de, 0x2331);
    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
    private static final Holder.Claim CLAIM = new Holder.Claim("default", "gpu", "uid-1");
    private static final Holder.Claim OTHER = new Holder.Claim("default", "other", "uid-2");
    private static final Holder.Pod POD = new Holder.Pod("default", "vm", "pod-1");
    private static final TakenMdev MDEV = new TakenMdev(new UUID(1, 2), "0000:3b:00.0", "nvidia-558");
    private static final List<GivenDevice> GIVEN = List.of(new GivenDevice(
            "gpu", "node", "gpu-0", null, List.of(GPU), null, false, List.of("pci.fairlead.io/claim=uid-1-gpu-0")));

    private static final GivenDevice PLUGGED =
            GivenDevice.plugged("nvidia.com/GH100", "0000:3b:00.0", List.of(GPU, AUDIO), null);
    private static final GivenDevice PART =
            GivenDevice.plugged("nvidia.com/AUDIO", "0000:3b:00.1", List.of(GPU, AUDIO), null);
    private static final Holder.Handed HANDED = new Holder.Handed(NOON, POD);

    private static TakenFunction function(PciAddress address) {
        return new TakenFunction(address, ID, "nouveau", null);
    }

    private static Holding claim(Holder.Claim claim, PciAddress... addresses) {
        return Holding.forClaim(
                claim,
                List.of(addresses).stream().map(LedgerStateTest::function).toList(),
                List.of(),
                List.of());
    }

    private static Holding mediated(Holder.Claim claim) {
        return Holding.forClaim(claim, List.of(), List.of(MDEV), List.of());
    }

    private static Holding plugin(PciAddress address) {
        return Holding.forPlugin("unit", List.of(function(address)));
    }

    private static Holding handed(Holder.Handed holder, GivenDevice... as) {
        return plugin(GPU).at(Stage.HELD).giving(List.of(as)).heldBy(holder);
    }

    /** A state that holds these, each with its functions' doors open. */
    private static LedgerState with(Holding... holdings) {
        LedgerState state = LedgerState.empty("boot-1");
        for (Holding holding : holdings) {
            state = state.found(holding);
        }
        return state;
    }

    private static LedgerState offered(Door door, PciAddress... functions) {
        TreeMap<PciAddress, Door> doors = new TreeMap<>();
        List.of(functions).forEach(function -> doors.put(function, door));
        return new LedgerState("boot-1", doors, new TreeMap<>());
    }

    record Step(String name, LedgerState from, Ledger.Transition by, Object outcome) {
        /** Goes to a state in which the only holding, or the one named, is this. */
        static Step to(String name, LedgerState from, Ledger.Transition by, Holding... then) {
            TreeMap<String, Holding> holdings = new TreeMap<>();
            List.of(then).forEach(holding -> holdings.put(holding.id(), holding));
            return new Step(name, from, by, holdings);
        }

        static Step refused(String name, LedgerState from, Ledger.Transition by, String words) {
            return new Step(name, from, by, words);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Step> STEPS = List.of(
            Step.to(
                    "a claim takes what its door offers",
                    offered(Door.DRA, GPU),
                    s -> s.take(claim(CLAIM, GPU)),
                    claim(CLAIM, GPU)),
            Step.to(
                    "a claim takes a whole card",
                    offered(Door.DRA, GPU, AUDIO),
                    s -> s.take(claim(CLAIM, GPU, AUDIO)),
                    claim(CLAIM, GPU, AUDIO)),
            Step.to(
                    "two claims take two functions",
                    offered(Door.DRA, GPU, NIC).found(claim(OTHER, NIC)),
                    s -> s.take(claim(CLAIM, GPU)),
                    claim(OTHER, NIC),
                    claim(CLAIM, GPU)),
            Step.to(
                    "taking again goes on with what was begun",
                    with(claim(CLAIM, GPU)),
                    s -> s.take(claim(CLAIM, GPU)),
                    claim(CLAIM, GPU)),
            Step.to(
                    "taking again keeps the driver that was recorded first",
                    with(claim(CLAIM, GPU)),
                    s -> s.take(Holding.forClaim(
                            CLAIM, List.of(new TakenFunction(GPU, ID, "vfio-pci", null)), List.of(), List.of())),
                    claim(CLAIM, GPU)),
            Step.to(
                    "taking again what is held changes nothing",
                    with(claim(CLAIM, GPU).at(Stage.HELD)),
                    s -> s.take(claim(CLAIM, GPU)),
                    claim(CLAIM, GPU).at(Stage.HELD)),
            Step.to(
                    "a claim that only looks takes nothing",
                    offered(Door.DRA, GPU).found(claim(OTHER, GPU)),
                    s -> s.take(claim(CLAIM)),
                    claim(OTHER, GPU),
                    claim(CLAIM)),
            Step.to(
                    "a mediated device needs no door",
                    LedgerState.empty("boot-1"),
                    s -> s.take(mediated(CLAIM)),
                    mediated(CLAIM)),
            Step.refused(
                    "a held function is not taken twice",
                    with(claim(OTHER, GPU)),
                    s -> s.take(claim(CLAIM, GPU)),
                    "0000:3b:00.0 is held by claim default/other (uid-2)"),
            Step.refused(
                    "a card is not taken while one function of it is held",
                    offered(Door.DRA, GPU, AUDIO).found(claim(OTHER, AUDIO)),
                    s -> s.take(claim(CLAIM, GPU, AUDIO)),
                    "0000:3b:00.1 is held by claim default/other"),
            Step.refused(
                    "a function that is being given back is not taken",
                    with(claim(OTHER, GPU).at(Stage.RETURNING)),
                    s -> s.take(claim(CLAIM, GPU)),
                    "still being given back"),
            Step.refused(
                    "a claim that is being given back is not taken again",
                    with(claim(CLAIM, GPU).at(Stage.RETURNING)),
                    s -> s.take(claim(CLAIM, GPU)),
                    "being given back"),
            Step.refused(
                    "a claim does not change what it has taken",
                    with(claim(CLAIM, GPU)).found(claim(OTHER, NIC)),
                    s -> s.take(claim(CLAIM, NIC)),
                    "already taken [0000:3b:00.0], not [0000:5e:00.0]"),
            Step.refused(
                    "a function without a door is not taken",
                    LedgerState.empty("boot-1"),
                    s -> s.take(claim(CLAIM, GPU)),
                    "offered by door none, not by door dra"),
            Step.refused(
                    "a function of the other door is not taken",
                    offered(Door.PLUGIN, GPU),
                    s -> s.take(claim(CLAIM, GPU)),
                    "offered by door device-plugin, not by door dra"),
            Step.refused(
                    "a mediated device is not taken twice",
                    with(mediated(OTHER)),
                    s -> s.take(mediated(CLAIM)),
                    "mediated device 00000000-0000-0001-0000-000000000002 is held"),
            Step.to(
                    "what was taken is held",
                    with(claim(CLAIM, GPU)),
                    s -> s.taken("uid-1", GIVEN),
                    claim(CLAIM, GPU).at(Stage.HELD).giving(GIVEN)),
            Step.to(
                    "what is held stays held",
                    with(claim(CLAIM, GPU).at(Stage.HELD).giving(GIVEN)),
                    s -> s.taken("uid-1", GIVEN),
                    claim(CLAIM, GPU).at(Stage.HELD).giving(GIVEN)),
            Step.refused(
                    "what was never taken is not held",
                    LedgerState.empty("boot-1"),
                    s -> s.taken("uid-1", GIVEN),
                    "uid-1 has taken nothing"),
            Step.refused(
                    "what goes back is not held",
                    with(claim(CLAIM, GPU).at(Stage.RETURNING)),
                    s -> s.taken("uid-1", GIVEN),
                    "being given back"),
            Step.to(
                    "what is held is given back",
                    with(claim(CLAIM, GPU).at(Stage.HELD)),
                    s -> s.giveBack("uid-1"),
                    claim(CLAIM, GPU).at(Stage.RETURNING)),
            Step.to(
                    "what was only begun is given back",
                    with(claim(CLAIM, GPU)),
                    s -> s.giveBack("uid-1"),
                    claim(CLAIM, GPU).at(Stage.RETURNING)),
            Step.to(
                    "giving back again changes nothing",
                    with(claim(CLAIM, GPU).at(Stage.RETURNING)),
                    s -> s.giveBack("uid-1"),
                    claim(CLAIM, GPU).at(Stage.RETURNING)),
            Step.to("giving back the unknown is fine", LedgerState.empty("boot-1"), s -> s.giveBack("uid-1")),
            Step.to(
                    "what was returned is forgotten",
                    with(claim(CLAIM, GPU).at(Stage.RETURNING)),
                    s -> s.returned("uid-1")),
            Step.to("returning the unknown is fine", LedgerState.empty("boot-1"), s -> s.returned("uid-1")),
            Step.refused(
                    "nothing is returned without the intent",
                    with(claim(CLAIM, GPU).at(Stage.HELD)),
                    s -> s.returned("uid-1"),
                    "uid-1 is held; it has to be given back first"),
            Step.to(
                    "a device plugin takes what its door offers",
                    offered(Door.PLUGIN, GPU),
                    s -> s.take(plugin(GPU)),
                    plugin(GPU)),
            Step.refused(
                    "a device plugin takes nothing of the other door",
                    offered(Door.DRA, GPU),
                    s -> s.take(plugin(GPU)),
                    "offered by door dra, not by door device-plugin"),
            Step.to(
                    "the kubelet hands it out",
                    with(plugin(GPU).at(Stage.HELD)),
                    s -> s.hand("unit", NOON, PLUGGED),
                    handed(new Holder.Handed(NOON, null), PLUGGED)),
            Step.to(
                    "the kubelet hands it out anew, over whoever had it",
                    with(handed(new Holder.Handed(Instant.EPOCH, POD), PLUGGED, PART)),
                    s -> s.hand("unit", NOON, PLUGGED),
                    handed(new Holder.Handed(NOON, null), PLUGGED)),
            Step.to(
                    "the kubelet hands out another part of the same unit",
                    with(handed(new Holder.Handed(Instant.EPOCH, null), PLUGGED)),
                    s -> s.hand("unit", NOON, PART),
                    handed(new Holder.Handed(NOON, null), PLUGGED, PART)),
            Step.to(
                    "the kubelet may be quicker than the binding after a reboot",
                    with(plugin(GPU)),
                    s -> s.hand("unit", NOON, PLUGGED),
                    plugin(GPU).giving(List.of(PLUGGED)).heldBy(new Holder.Handed(NOON, null))),
            Step.refused(
                    "what goes back is not handed out",
                    with(plugin(GPU).at(Stage.RETURNING)),
                    s -> s.hand("unit", NOON, PLUGGED),
                    "being given back to the host"),
            Step.refused(
                    "the unknown is not handed out",
                    LedgerState.empty("boot-1"),
                    s -> s.hand("unit", NOON, PLUGGED),
                    "unit has taken nothing"),
            Step.refused(
                    "a claim's device is not handed out",
                    with(claim(CLAIM, GPU).at(Stage.HELD)),
                    s -> s.hand("uid-1", NOON, PLUGGED),
                    "left by door dra; no device plugin has it"),
            Step.to(
                    "the kubelet tells the pod",
                    with(handed(new Holder.Handed(NOON, null), PLUGGED)),
                    s -> s.seen("unit", PLUGGED, POD),
                    handed(HANDED, PLUGGED)),
            Step.to(
                    "the kubelet tells a pod that the agent did not see coming",
                    with(plugin(GPU).at(Stage.HELD)),
                    s -> s.seen("unit", PLUGGED, POD),
                    handed(new Holder.Handed(Instant.EPOCH, POD), PLUGGED)),
            Step.to(
                    "a container ends",
                    with(handed(HANDED, PLUGGED, PART)),
                    s -> s.free("unit", HANDED),
                    plugin(GPU).at(Stage.HELD)),
            Step.to(
                    "freeing the free changes nothing",
                    with(plugin(GPU).at(Stage.HELD)),
                    s -> s.free("unit", HANDED),
                    plugin(GPU).at(Stage.HELD)),
            Step.refused(
                    "what was handed out anew meanwhile is not freed",
                    with(handed(new Holder.Handed(NOON.plusSeconds(1), null), PLUGGED)),
                    s -> s.free("unit", HANDED),
                    "unit was handed out anew at 2026-11-15T12:00:01Z"),
            Step.refused(
                    "a claim's device is not freed",
                    with(claim(CLAIM, GPU).at(Stage.HELD)),
                    s -> s.free("uid-1", HANDED),
                    "no device plugin has it"),
            Step.refused(
                    "what a container uses is not given back",
                    with(plugin(GPU).at(Stage.HELD).heldBy(new Holder.Handed(NOON, POD))),
                    s -> s.giveBack("unit"),
                    "used by pod default/vm (pod-1)"),
            Step.to(
                    "what no container uses is given back",
                    with(plugin(GPU).at(Stage.HELD)),
                    s -> s.giveBack("unit"),
                    plugin(GPU).at(Stage.RETURNING)));

    @ParameterizedTest
    @FieldSource("STEPS")
    void everyTransition(Step step) throws Exception {
        if (step.outcome() instanceof String words) {
            assertThatThrownBy(() -> step.by().apply(step.from()))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining(words);
        } else {
            assertThat(step.by().apply(step.from()).holdings()).isEqualTo(step.outcome());
        }
    }

    record DoorStep(String name, LedgerState from, Ledger.Transition by, Object outcome) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<DoorStep> DOORS = List.of(
            new DoorStep(
                    "a door opens",
                    LedgerState.empty("boot-1"),
                    s -> s.offer(List.of(GPU, AUDIO), Door.DRA),
                    Map.of(GPU, Door.DRA, AUDIO, Door.DRA)),
            new DoorStep(
                    "an open door stays open",
                    offered(Door.DRA, GPU),
                    s -> s.offer(List.of(GPU), Door.DRA),
                    Map.of(GPU, Door.DRA)),
            new DoorStep(
                    "no function has two doors",
                    offered(Door.DRA, GPU),
                    s -> s.offer(List.of(GPU), Door.PLUGIN),
                    "offered by door dra; withdraw it there"),
            new DoorStep(
                    "a door closes", offered(Door.DRA, GPU, NIC), s -> s.withdraw(List.of(GPU)), Map.of(NIC, Door.DRA)),
            new DoorStep(
                    "a closed door stays closed", LedgerState.empty("boot-1"), s -> s.withdraw(List.of(GPU)), Map.of()),
            new DoorStep(
                    "a door stays open for what is held",
                    with(claim(CLAIM, GPU)),
                    s -> s.withdraw(List.of(GPU)),
                    "cannot be withdrawn: claim default/gpu"),
            new DoorStep(
                    "by way of none to the other door",
                    offered(Door.DRA, GPU),
                    s -> s.withdraw(List.of(GPU)).offer(List.of(GPU), Door.PLUGIN),
                    Map.of(GPU, Door.PLUGIN)));

    @ParameterizedTest
    @FieldSource("DOORS")
    void everyDoor(DoorStep step) throws Exception {
        if (step.outcome() instanceof String words) {
            assertThatThrownBy(() -> step.by().apply(step.from()))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining(words);
        } else {
            assertThat(step.by().apply(step.from()).doors()).isEqualTo(step.outcome());
        }
    }

    record Crash(String name, Holding found, boolean rebooted, Stage then, Recovery.Step step) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Crash> CRASHES = List.of(
            new Crash("claim, taking", claim(CLAIM, GPU), false, Stage.TAKING, Recovery.Step.AWAIT_KUBELET),
            new Crash("claim, taking, reboot", claim(CLAIM, GPU), true, Stage.TAKING, Recovery.Step.AWAIT_KUBELET),
            new Crash("claim, held", claim(CLAIM, GPU).at(Stage.HELD), false, Stage.HELD, Recovery.Step.VERIFY),
            new Crash(
                    "claim, held, reboot",
                    claim(CLAIM, GPU).at(Stage.HELD),
                    true,
                    Stage.TAKING,
                    Recovery.Step.AWAIT_KUBELET),
            new Crash(
                    "claim, returning",
                    claim(CLAIM, GPU).at(Stage.RETURNING),
                    false,
                    Stage.RETURNING,
                    Recovery.Step.FINISH_RETURNING),
            new Crash(
                    "claim, returning, reboot",
                    claim(CLAIM, GPU).at(Stage.RETURNING),
                    true,
                    Stage.RETURNING,
                    Recovery.Step.FINISH_RETURNING),
            new Crash("plugin, taking", plugin(GPU), false, Stage.TAKING, Recovery.Step.FINISH_TAKING),
            new Crash("plugin, taking, reboot", plugin(GPU), true, Stage.TAKING, Recovery.Step.FINISH_TAKING),
            new Crash("plugin, held", plugin(GPU).at(Stage.HELD), false, Stage.HELD, Recovery.Step.VERIFY),
            new Crash(
                    "plugin, held, reboot",
                    plugin(GPU).at(Stage.HELD),
                    true,
                    Stage.TAKING,
                    Recovery.Step.FINISH_TAKING),
            new Crash(
                    "plugin, returning",
                    plugin(GPU).at(Stage.RETURNING),
                    false,
                    Stage.RETURNING,
                    Recovery.Step.FINISH_RETURNING),
            new Crash(
                    "plugin, returning, reboot",
                    plugin(GPU).at(Stage.RETURNING),
                    true,
                    Stage.RETURNING,
                    Recovery.Step.FINISH_RETURNING));

    @ParameterizedTest
    @FieldSource("CRASHES")
    void everyRowOfTheCrashTable(Crash crash) {
        Recovery recovery =
                Recovery.plan(with(crash.found()), crash.rebooted() ? "boot-2" : "boot-1", _ -> Optional.of("nvidia"));

        Holding then = recovery.state().holding(crash.found().id()).orElseThrow();
        assertThat(then.stage()).isEqualTo(crash.then());
        assertThat(recovery.steps()).containsOnly(Map.entry(crash.found().id(), crash.step()));
        assertThat(recovery.state().bootId()).isEqualTo(crash.rebooted() ? "boot-2" : "boot-1");
        assertThat(then.functions().getFirst().driver()).isEqualTo(crash.rebooted() ? "nvidia" : "nouveau");
    }

    @Test
    void aDriverThatIsNotLoadedYetAfterARebootIsRememberedFromBefore() {
        LedgerState after = with(claim(CLAIM, GPU)).rebooted("boot-2", _ -> Optional.empty());

        assertThat(after.holding("uid-1").orElseThrow().functions().getFirst().driver())
                .isEqualTo("nouveau");
    }

    @Test
    void whoHadItBeforeTheRebootStillHasIt() {
        Holder.Handed handed = new Holder.Handed(NOON, POD);

        LedgerState after = with(plugin(GPU).at(Stage.HELD).heldBy(handed)).rebooted("boot-2", _ -> Optional.empty());

        assertThat(after.holding("unit").orElseThrow().holder()).isEqualTo(handed);
    }

    @Test
    void whatIsFoundNeverOverridesWhatIsKnown() {
        LedgerState known = with(claim(CLAIM, GPU).at(Stage.RETURNING));

        assertThat(known.found(claim(OTHER, GPU))).isEqualTo(known);
        assertThat(known.found(claim(CLAIM, NIC))).isEqualTo(known);
    }

    @Test
    void aDeviceLeavesByTheDoorOfItsHolder() {
        assertThatThrownBy(() -> new Holding("x", Door.PLUGIN, Stage.HELD, CLAIM, List.of(), List.of(), List.of()))
                .hasMessageContaining("cannot hold what leaves by door device-plugin");
    }
}
