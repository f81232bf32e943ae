package io.fairlead.agent.plugin;

import static io.fairlead.agent.plugin.PluginHost.AUDIO;
import static io.fairlead.agent.plugin.PluginHost.GPU;
import static io.fairlead.agent.plugin.PluginHost.NIC;
import static io.fairlead.agent.plugin.PluginHost.claim;
import static io.fairlead.agent.plugin.PluginHost.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.host.names.ResourceName;
import io.fairlead.kubelet.DevicePlugin.Preference;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class PreferencesTest {
    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
    private static final Holder.Pod POD = new Holder.Pod("default", "vm", "uid");

    record Case(String name, List<String> available, List<String> mustInclude, int size, List<String> chosen) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** GPUs 01 and 02 on node 0, 81, 82 and 83 on node 1. */
    static final List<Case> CASES = List.of(
            new Case("the smallest node that is large enough", ids("01 02 81 82 83"), ids(""), 2, ids("01 02")),
            new Case("one node rather than two", ids("01 81 82 83"), ids(""), 3, ids("81 82 83")),
            new Case("near to what is there already", ids("01 02 81 82 83"), ids("82"), 2, ids("82 81")),
            new Case("as few nodes as possible", ids("01 02 81 82 83"), ids(""), 4, ids("81 82 83 01")),
            new Case("fewer than asked for", ids("01"), ids(""), 2, ids("01")),
            new Case("nothing available", ids(""), ids(""), 1, ids("")));

    private static List<String> ids(String buses) {
        return Arrays.stream(buses.split(" "))
                .filter(bus -> !bus.isEmpty())
                .map(bus -> "0000:" + bus + ":00.0")
                .toList();
    }

    @ParameterizedTest
    @FieldSource("CASES")
    void oneMemoryNodeIfPossible(Case given) {
        Catalog catalog = new PluginHost()
                .gpu("0000:01:00.0", 1, 0)
                .gpu("0000:02:00.0", 2, 0)
                .gpu("0000:81:00.0", 3, 1)
                .gpu("0000:82:00.0", 4, 1)
                .gpu("0000:83:00.0", 5, 1)
                .catalog(wanted(claim("0000:01:00.0")), LedgerState.empty("boot"));

        assertThat(new Preferences(catalog.devices(GPU), LedgerState.empty("boot"), NOON)
                        .choose(new Preference(given.available(), given.mustInclude(), given.size())))
                .isEqualTo(given.chosen());
    }

    @Test
    void portsOfOneCardGoTogether() {
        Catalog catalog = new PluginHost()
                .port("0000:05:00.0", 7)
                .twoPorts("0000:06:00", 9)
                .catalog(wanted(claim("0000:05:00.0")), LedgerState.empty("boot"));

        assertThat(new Preferences(catalog.devices(NIC), LedgerState.empty("boot"), NOON)
                        .choose(new Preference(List.of("0000:05:00.0", "0000:06:00.0", "0000:06:00.1"), List.of(), 2)))
                .containsExactly("0000:06:00.0", "0000:06:00.1");
    }

    @Test
    void theAudioFunctionOfTheGpuThatWasJustHandedOutIsPreferred() throws Exception {
        Pairs pairs = new Pairs();
        pairs.hand(GPU, "0000:02:00.0", NOON);

        assertThat(pairs.choose(AUDIO, "0000:01:00.1", "0000:02:00.1", "0000:03:00.1"))
                .containsExactly("0000:02:00.1");
    }

    @Test
    void theGpuOfTheAudioFunctionThatWasJustHandedOutIsPreferred() throws Exception {
        Pairs pairs = new Pairs();
        pairs.hand(AUDIO, "0000:03:00.1", NOON);

        assertThat(pairs.choose(GPU, "0000:01:00.0", "0000:02:00.0", "0000:03:00.0"))
                .containsExactly("0000:03:00.0");
    }

    @Test
    void theLatestOfSeveralIsPreferred() throws Exception {
        Pairs pairs = new Pairs();
        pairs.hand(GPU, "0000:03:00.0", NOON);
        pairs.hand(GPU, "0000:02:00.0", NOON.plusMillis(1));

        assertThat(pairs.choose(AUDIO, "0000:01:00.1", "0000:02:00.1", "0000:03:00.1"))
                .containsExactly("0000:02:00.1");
    }

    @Test
    void theAudioFunctionOfAGpuThatARunningPodHasIsTheLastResort() throws Exception {
        Pairs pairs = new Pairs();
        pairs.hand(GPU, "0000:01:00.0", NOON.minusSeconds(60));
        pairs.see(GPU, "0000:01:00.0");

        assertThat(pairs.choose(AUDIO, "0000:01:00.1", "0000:02:00.1")).containsExactly("0000:02:00.1");
    }

    /** Three GPUs with their audio functions, all claimed. */
    private static final class Pairs {
        private final Catalog catalog;
        private LedgerState ledger = LedgerState.empty("boot");

        Pairs() {
            PluginHost host = new PluginHost()
                    .gpuWithAudio("0000:01:00", 1)
                    .gpuWithAudio("0000:02:00", 2)
                    .gpuWithAudio("0000:03:00", 3);
            catalog = host.catalog(
                    wanted(
                            claim("0000:01:00.0"),
                            claim("0000:01:00.1"),
                            claim("0000:02:00.0"),
                            claim("0000:02:00.1"),
                            claim("0000:03:00.0"),
                            claim("0000:03:00.1")),
                    ledger);
            catalog.units().values().forEach(unit -> ledger = ledger.found(PluginHost.held(unit)));
        }

        void hand(ResourceName name, String id, Instant at) throws Exception {
            Listed device = catalog.device(name, id).orElseThrow();
            ledger = ledger.hand(device.holdings().getFirst(), at, device.given());
        }

        void see(ResourceName name, String id) throws Exception {
            Listed device = catalog.device(name, id).orElseThrow();
            ledger = ledger.seen(device.holdings().getFirst(), device.given(), POD);
        }

        List<String> choose(ResourceName name, String... available) {
            return new Preferences(catalog.devices(name), ledger, NOON.plusSeconds(1))
                    .choose(new Preference(List.of(available), List.of(), 1));
        }
    }
}
