package io.fairlead.agent.plugin;

import static io.fairlead.agent.plugin.PluginHost.AUDIO;
import static io.fairlead.agent.plugin.PluginHost.GPU;
import static io.fairlead.agent.plugin.PluginHost.claim;
import static io.fairlead.agent.plugin.PluginHost.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.plugin.Rows.PodName;
import io.fairlead.agent.plugin.Rows.Row;
import io.fairlead.host.names.ResourceName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class SplitsTest {
    private static final Catalog CATALOG = new PluginHost()
            .gpuWithAudio("0000:01:00", 1)
            .gpuWithAudio("0000:02:00", 2)
            .catalog(
                    wanted(claim("0000:01:00.0"), claim("0000:01:00.1"), claim("0000:02:00.0"), claim("0000:02:00.1")),
                    LedgerState.empty("boot"));

    record Case(String name, ResourceName resource, String id, List<Row> rows, String words) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Case> CASES = List.of(
            new Case("a pair of one pod", GPU, "0000:01:00.0", rows("a gpu 1", "a audio 1"), ""),
            new Case("the other half of the pair", AUDIO, "0000:01:00.1", rows("a gpu 1", "a audio 1"), ""),
            new Case("a GPU alone", GPU, "0000:01:00.0", rows("a gpu 1"), ""),
            new Case(
                    "two pairs of two pods",
                    AUDIO,
                    "0000:02:00.1",
                    rows("a gpu 1", "a audio 1", "b gpu 2", "b audio 2"),
                    ""),
            new Case("an audio function alone", AUDIO, "0000:01:00.1", rows("a audio 1"), "which nobody has"),
            new Case(
                    "an audio function of another card",
                    AUDIO,
                    "0000:02:00.1",
                    rows("a gpu 1", "a audio 2"),
                    "is a part of nvidia.com/GPU 0000:02:00.0, which nobody has"),
            new Case(
                    "an audio function of another pod's GPU",
                    AUDIO,
                    "0000:01:00.1",
                    rows("a gpu 1", "b audio 1"),
                    "which pod default/a has"),
            new Case(
                    "a GPU whose audio function another pod has",
                    GPU,
                    "0000:01:00.0",
                    rows("a gpu 1", "b audio 1"),
                    "cannot be used without its part nvidia.com/AUDIO 0000:01:00.1, which pod default/b has"));

    private static List<Row> rows(String... texts) {
        return List.of(texts).stream()
                .map(text -> text.split(" "))
                .map(words -> new Row(
                        new PodName("default", words[0]),
                        (words[1].equals("gpu") ? GPU : AUDIO).toString(),
                        "0000:0" + words[2] + (words[1].equals("gpu") ? ":00.0" : ":00.1")))
                .toList();
    }

    @ParameterizedTest
    @FieldSource("CASES")
    void aUnitGoesToOnePodOnly(Case given) {
        Listed device = CATALOG.device(given.resource(), given.id()).orElseThrow();
        Splits splits = new Splits(CATALOG);

        assertThat(splits.concerns(device)).isTrue();
        assertThat(splits.refusal(device, new Rows(given.rows())).orElse(""))
                .matches(
                        text -> given.words().isEmpty() ? text.isEmpty() : text.contains(given.words()), given.words());
    }

    @Test
    void aDeviceWithoutPartsIsNobodysConcern() {
        Catalog alone = new PluginHost()
                .gpu("0000:01:00.0", 1, 0)
                .catalog(wanted(claim("0000:01:00.0")), LedgerState.empty("boot"));

        assertThat(new Splits(alone).concerns(alone.device(GPU, "0000:01:00.0").orElseThrow()))
                .isFalse();
    }
}
