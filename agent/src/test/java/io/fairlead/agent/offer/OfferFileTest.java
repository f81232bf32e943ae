package io.fairlead.agent.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfferFileTest {
    private static final String ONE = "offers: [{match: {vendors: ['10de']}}]";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void aChangeIsFollowed() throws Exception {
        Path file = Files.writeString(folder.resolve("offers.yaml"), ONE);
        OfferFile offers = new OfferFile(file);
        assertThat(offers.get()).isEqualTo(OfferRules.parse(ONE));
        Files.writeString(file, "offers: []");
        assertThat(offers.get()).isEqualTo(OfferRules.none());
    }

    @Test
    void whatCannotBeReadOrUnderstoodLeavesTheRulesAsTheyWere() throws Exception {
        Path file = Files.writeString(folder.resolve("offers.yaml"), ONE);
        OfferFile offers = new OfferFile(file);
        Files.writeString(file, "offers: [{match: {vendors: [nonsense]}}]");
        assertThat(offers.get()).isEqualTo(OfferRules.parse(ONE));
        Files.delete(file);
        assertThat(offers.get()).isEqualTo(OfferRules.parse(ONE));
    }

    @Test
    void aFileThatIsWrongFromTheStartIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("offers.yaml"), "offers: 7");
        assertThatThrownBy(() -> new OfferFile(file)).isInstanceOf(IllegalArgumentException.class);
    }
}
