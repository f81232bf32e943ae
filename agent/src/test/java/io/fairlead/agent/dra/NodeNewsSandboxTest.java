package io.fairlead.agent.dra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.reconcile.Events;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeNewsSandboxTest {
    private static final String FUNCTION = "sys/bus/pci/devices/0000:3b:00.0 has no usable vendor";
    private static final String MAKER = "sys/class/mdev_bus/mtty does not answer: its driver hangs";
    private static final String NAMES = "names are from an excerpt";

    @Test
    void whatIsNotOfferedBecauseItCannotBeReadIsAnEventOfTheNode() {
        try (Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
                KubernetesClient client = sandbox.client();
                Events events = new Events(client, "tester", "node", InstantSource.system())) {
            NodeNews news = new NodeNews(events, "node");

            news.unread(List.of(FUNCTION, MAKER, NAMES));
            news.unread(List.of(FUNCTION, MAKER, NAMES));

            await().atMost(Duration.ofSeconds(30)).until(() -> messages(client).size() == 2);
            assertThat(messages(client)).containsExactlyInAnyOrder(FUNCTION, MAKER);
        }
    }

    private static List<String> messages(KubernetesClient client) {
        return client.v1().events().inAnyNamespace().list().getItems().stream()
                .filter(event -> "DeviceUnreadable".equals(event.getReason()))
                .map(Event::getMessage)
                .toList();
    }
}
