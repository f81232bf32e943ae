package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Trees for tests, written as YAML because that reads best. */
public final class Trees {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private Trees() {}

    public static ObjectNode object(String yaml) {
        try {
            return (ObjectNode) YAML.readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
