package io.fairlead.testbed.agent;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Kubernetes objects of the files beside the tests. */
final class Manifests {
    private Manifests() {}

    /** The objects of a file, with each {@code ${name}} in it replaced by its value. */
    static List<HasMetadata> read(String file, Map<String, String> values) throws IOException {
        try (InputStream in = Objects.requireNonNull(Manifests.class.getResourceAsStream(file))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (Map.Entry<String, String> value : values.entrySet()) {
                text = text.replace("${" + value.getKey() + "}", value.getValue());
            }
            return new KubernetesSerialization()
                    .<List<HasMetadata>>unmarshal(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
