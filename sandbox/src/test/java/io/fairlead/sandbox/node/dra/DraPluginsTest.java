package io.fairlead.sandbox.node.dra;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

class DraPluginsTest {
    @Test
    void aDriverThatIsGivenUpWhenItsKubeletHasEndedIsNobodysConcern() {
        try (ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
                KubernetesClient nobody =
                        new KubernetesClientBuilder().withConfig(Config.empty()).build()) {
            DraPlugins plugins = new DraPlugins(
                    new SliceWipe(nobody, "node"),
                    timer,
                    Duration.ZERO,
                    Duration.ZERO,
                    new DeviceHealth(InstantSource.system()),
                    () -> {});
            plugins.close();

            plugins.deregister("driver", Path.of("dra.sock"));

            assertThat(plugins.names()).isEmpty();
        }
    }
}
