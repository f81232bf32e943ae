package io.fairlead.sandbox.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.Registry;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SelectionTest {
    private static final Registry REGISTRY = new Registry(BuiltIns.all(BuiltInSchemas.load(), kind -> List.of()));

    record Match(String labels, String fields, boolean expected) {}

    static Stream<Match> matches() {
        return Stream.of(
                new Match("", "", true),
                new Match("app=web", "", true),
                new Match("app==web,tier", "", true),
                new Match("app!=web", "", false),
                new Match("absent!=web", "", true),
                new Match("!absent", "", true),
                new Match("!app", "", false),
                new Match("app in (db, web)", "", true),
                new Match("app notin (db,web)", "", false),
                new Match("absent notin (a)", "", true),
                new Match("in in (in)", "", false),
                new Match("tier>1", "", true),
                new Match("tier<2", "", false),
                new Match("app in ()", "", false),
                new Match("", "spec.nodeName=n1", true),
                new Match("", "spec.nodeName!=n1", false),
                new Match("", "metadata.name=pod,status.phase=Running", true),
                new Match("", "spec.hostNetwork=false", true),
                new Match("app=web", "spec.nodeName=other", false));
    }

    @ParameterizedTest
    @MethodSource("matches")
    void selectsByLabelsAndFields(Match match) {
        Selection selection = Selection.parse(type("pods"), "v1", match.labels(), match.fields());
        assertThat(selection.matches(pod())).isEqualTo(match.expected());
    }

    record Refused(String resource, String labels, String fields, String message) {}

    static Stream<Refused> refused() {
        return Stream.of(
                new Refused("pods", "a==b==c", "", "found '==', expected: ',' or 'end of string'"),
                new Refused("pods", "a in", "", "unable to parse requirement: found '' expected: '('"),
                new Refused("pods", ",a", "", "found ',', expected: !, identifier, or 'end of string'"),
                new Refused("pods", "a,", "", "found '', expected: identifier after ','"),
                new Refused("pods", "", "spec.image=x", "field label not supported: spec.image"),
                new Refused(
                        "configmaps",
                        "",
                        "data=x",
                        "\"data\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\""),
                new Refused(
                        "pods",
                        "",
                        "spec.nodeName",
                        "invalid selector: 'spec.nodeName'; can't understand 'spec.nodeName'"),
                new Refused(
                        "resourceslices.resource.k8s.io",
                        "",
                        "spec.x=y",
                        "field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: spec.x"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesWhatIsNoSelectorInTheRealServersWords(Refused refused) {
        assertThatThrownBy(() -> Selection.parse(type(refused.resource()), "v1", refused.labels(), refused.fields()))
                .hasMessage(refused.message());
    }

    private static ResourceType type(String id) {
        return REGISTRY.builtIn(id);
    }

    private static ObjectNode pod() {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.putObject("metadata")
                .put("name", "pod")
                .putObject("labels")
                .put("app", "web")
                .put("tier", "2");
        pod.putObject("spec").put("nodeName", "n1");
        pod.putObject("status").put("phase", "Running");
        return pod;
    }
}
