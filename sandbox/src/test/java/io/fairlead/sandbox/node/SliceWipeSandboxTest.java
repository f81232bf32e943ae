package io.fairlead.sandbox.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kubelet that soon takes the devices of an absent driver off the market. */
class SliceWipeSandboxTest {
    private static final String CARDS = "cards.example.com";

    @TempDir
    private Path folder;

    private NodeTestKit kit;
    private ScriptedDriver cards;

    @BeforeEach
    void aNodeWithADriver() throws IOException {
        kit = new NodeTestKit(folder, KubeletPeriods.standard().withWipeAfter(Duration.ofSeconds(3)));
        cards = kit.driver(CARDS, "v1.DRAPlugin", "v1beta1.DRAPlugin", "v1alpha1.DRAResourceHealth");
        cards.publish(kit.client, 4);
    }

    @AfterEach
    void stop() {
        cards.close();
        kit.close();
    }

    @Test
    void theSlicesOfADriverThatStaysAwayAreWiped() {
        cards.kill();

        kit.eventually(() -> kit.slices().isEmpty());
        assertThat(kit.node.drivers()).containsExactly(CARDS);
    }

    @Test
    void aDriverWhoseRegistrationSocketIsGoneIsNoLongerRegistered() {
        cards.close();

        kit.eventually(() -> kit.node.drivers().isEmpty());
        kit.eventually(() -> kit.slices().isEmpty());
    }
}
