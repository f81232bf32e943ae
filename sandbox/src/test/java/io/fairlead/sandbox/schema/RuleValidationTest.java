package io.fairlead.sandbox.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.status.Cause;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RuleValidationTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SCHEMA = """
            {"type": "object", "properties": {"spec": {"type": "object",
              "x-kubernetes-validations": [
                {"rule": "self.min <= self.max", "message": "min must not be above max"},
                {"rule": "self.max < 100", "messageExpression": "'at most 99, not %d'.format([self.max])"}],
              "properties": {
                "min": {"type": "integer"},
                "max": {"type": "integer"},
                "fixed": {"type": "string", "x-kubernetes-validations": [{"rule": "self == oldSelf"}]}}}}}
            """;

    @Test
    void aRuleThatIsBrokenSpeaksItsMessage() throws IOException {
        assertThat(complaints("{'spec': {'min': 1, 'max': 2}}", null)).isEmpty();
        assertThat(complaints("{'spec': {'min': 3, 'max': 2}}", null))
                .singleElement()
                .asString()
                .contains("spec")
                .contains("min must not be above max");
        assertThat(complaints("{'spec': {'min': 3, 'max': 200}}", null))
                .singleElement()
                .asString()
                .contains("at most 99, not 200");
    }

    @Test
    void aTransitionRuleWaitsForAnUpdate() throws IOException {
        assertThat(complaints("{'spec': {'min': 1, 'max': 2, 'fixed': 'a'}}", null))
                .isEmpty();
        assertThat(complaints(
                        "{'spec': {'min': 1, 'max': 2, 'fixed': 'b'}}", "{'spec': {'min': 1, 'max': 2, 'fixed': 'a'}}"))
                .singleElement()
                .asString()
                .contains("spec.fixed")
                .contains("failed rule: self == oldSelf");
    }

    @Test
    void aRuleWithoutAnAnswerIsAComplaint() throws IOException {
        assertThat(complaints("{'spec': {'max': 2}}", null)).isNotEmpty();
    }

    private static List<Cause> complaints(String object, @Nullable String old) throws IOException {
        Schema schema = SchemaReader.structural(JSON.readTree(SCHEMA));
        return RuleValidation.validate(schema, object(object), old == null ? null : object(old));
    }

    private static ObjectNode object(String json) throws IOException {
        return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
    }
}
