package io.fairlead.sandbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.reconcile.Key;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WrittenSandboxTest {
    private static final Key KEY = new Key("default", "some");

    @Test
    void whatIsSeenToBeGoneBeforeItsWriteIsRememberedStaysGoneUntilItIsWrittenAgain() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
                SharedIndexInformer<ConfigMap> informer =
                        sandbox.client().configMaps().inNamespace("default").inform()) {
            Written<ConfigMap> written = new Written<>(informer, InstantSource.system());
            CountDownLatch gone = new CountDownLatch(1);
            informer.addEventHandler(whenGone(gone));
            ConfigMap first = create(sandbox);
            sandbox.client().resource(first).delete();
            gone.await();

            written.remember(first);
            assertThat(written.get(KEY)).isNull();
            assertThat(written.all()).doesNotContainKey(KEY);

            ConfigMap second = create(sandbox);
            written.remember(second);
            assertThat(written.get(KEY)).isEqualTo(second);
            assertThat(written.all()).containsEntry(KEY, second);
        }
    }

    private static ConfigMap create(Sandbox sandbox) {
        return sandbox.client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(KEY.namespace())
                        .withName(KEY.name())
                        .endMetadata()
                        .build())
                .create();
    }

    /** Told after those that were there before. */
    private static ResourceEventHandler<ConfigMap> whenGone(CountDownLatch gone) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(ConfigMap map) {}

            @Override
            public void onUpdate(ConfigMap before, ConfigMap map) {}

            @Override
            public void onDelete(ConfigMap map, boolean finalStateUnknown) {
                gone.countDown();
            }
        };
    }
}
