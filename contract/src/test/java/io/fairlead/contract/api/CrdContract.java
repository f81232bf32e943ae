package io.fairlead.contract.api;

import static io.fairlead.contract.api.Api.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Custom resources and their definitions. */
interface CrdContract extends Contract {
    String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    String SCHEMA = """
            {type: object, properties: {
              spec: {type: object, required: [size], properties: {
                size: {type: integer, minimum: 1, maximum: 9},
                mode: {type: string, enum: [on, off], default: 'off'},
                code: {type: string, pattern: '^[a-z]+$', maxLength: 5},
                free: {type: object, x-kubernetes-preserve-unknown-fields: true},
                port: {x-kubernetes-int-or-string: true},
                limit: {anyOf: [{type: integer}, {type: string}], x-kubernetes-int-or-string: true},
                parts: {type: array, maxItems: 3, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name],
                        items: {type: object, required: [name], properties: {name: {type: string}, on: {type: boolean, default: true}}}}}},
              status: {type: object, properties: {phase: {type: string}}}}}""".replace("[on, off]", "['on', 'off']").replace("on: {type", "'on': {type");

    /** A group of the case's own, since definitions have no namespace. */
    private String group() {
        return namespace() + ".example.com";
    }

    private String definition(String group, String version) {
        return "{metadata: {name: widgets." + group + "}, spec: {group: " + group
                + ", scope: Namespaced, names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList,"
                + " shortNames: [wd]}, versions: [" + version + "]}}";
    }

    private static String version(String schema, String more) {
        return "{name: v1, served: true, storage: true, schema: {openAPIV3Schema: " + schema + "}" + more + "}";
    }

    private String widgets(String rest) {
        return named(group() + "/v1", "widgets" + rest);
    }

    private void define(String more) {
        api().post(DEFINITIONS, definition(group(), version(SCHEMA, more))).is(201);
        eventually(() -> api().get(widgets("")), reply -> reply.code() == 200);
        // A server answers for the new kind a moment before it takes every verb.
        eventually(
                () -> api().post(widgets("?dryRun=All"), "{" + kind() + ", metadata: {name: probe}, spec: {size: 1}}"),
                reply -> reply.code() == 201);
    }

    private void undefine() {
        api().delete(DEFINITIONS + "/widgets." + group());
    }

    private String kind() {
        return "apiVersion: " + group() + "/v1, kind: Widget";
    }

    private Reply widget(String name, String spec) {
        return api().post(widgets(""), "{" + kind() + ", metadata: {name: " + name + "}, spec: " + spec + "}");
    }

    @Test
    default void aDefinitionIsEstablishedAndShownInDiscovery() {
        define(", subresources: {status: {}}");
        try {
            Reply found = api().get(DEFINITIONS + "/widgets." + group()).is(200);
            assertThat(found.at("/status/conditions").findValuesAsText("type"))
                    .contains("NamesAccepted", "Established");
            assertThat(found.text("/status/acceptedNames/kind")).isEqualTo("Widget");
            assertThat(found.at("/status/storedVersions")).isEqualTo(json("[v1]"));
            assertThat(found.text("/spec/conversion/strategy")).isEqualTo("None");
            Reply group = eventually(() -> api().get("/apis/" + group() + "/v1"), reply -> reply.code() == 200);
            assertThat(group.at("/resources").findValuesAsText("name")).contains("widgets", "widgets/status");
        } finally {
            undefine();
        }
    }

    @Test
    default void aWatchFromBeforeItsKindWasThereIsTooLate() {
        String before = configMap("before", "{}").version();
        define("");
        try (Watch watch = api().watch(widgets("?watch=true&resourceVersion=" + before))) {
            JsonNode event = watch.next();
            assertThat(event.path("type").asText()).isEqualTo("ERROR");
            assertThat(event.at("/object/code").asInt()).isEqualTo(410);
            assertThat(event.at("/object/reason").asText()).isEqualTo("Expired");
            assertThat(event.at("/object/message").asText())
                    .matches("too old resource version: " + before + " \\(\\d+\\)");
        } finally {
            undefine();
        }
    }

    @Test
    default void aCustomResourceIsPrunedAndGivenDefaults() {
        define("");
        try {
            Reply made = widget("w", "{size: 3, nonsense: 1, free: {any: thing}, port: 80%, parts: [{name: a}]}")
                    .is(201);
            assertThat(made.at("/spec"))
                    .isEqualTo(json(
                            "{size: 3, mode: 'off', free: {any: thing}, port: 80%, parts: [{name: a, 'on': true}]}"));
            assertThat(made.at("/metadata/generation").asInt()).isEqualTo(1);
            assertThat(made.warnings()).containsExactly("299 - \"unknown field \\\"spec.nonsense\\\"\"");
        } finally {
            undefine();
        }
    }

    /** A spec that is refused. */
    record Wrong(String spec, String field, String message) {}

    @TestFactory
    default Stream<DynamicTest> customResourcesThatDoNotFitTheirSchema() {
        define("");
        return Stream.of(
                        new Wrong("{}", "spec.size", "Required value"),
                        new Wrong(
                                "{size: a}",
                                "spec.size",
                                "Invalid value: \"string\": spec.size in body must be of type integer: \"string\""),
                        new Wrong(
                                "{size: 0}",
                                "spec.size",
                                "Invalid value: 0: spec.size in body should be greater than or equal to 1"),
                        new Wrong(
                                "{size: 10}",
                                "spec.size",
                                "Invalid value: 10: spec.size in body should be less than or equal to 9"),
                        new Wrong(
                                "{size: 1, mode: x}",
                                "spec.mode",
                                "Unsupported value: \"x\": supported values: \"on\", \"off\""),
                        new Wrong(
                                "{size: 1, code: ABC}",
                                "spec.code",
                                "Invalid value: \"ABC\": spec.code in body should match '^[a-z]+$'"),
                        new Wrong("{size: 1, code: abcdef}", "spec.code", "Too long: may not be more than 5 bytes"),
                        new Wrong(
                                "{size: 1, port: true}",
                                "spec.port",
                                "Invalid value: \"boolean\": spec.port in body must be of type integer,string: \"boolean\""),
                        new Wrong(
                                "{size: 1, parts: [{name: a}, {name: b}, {name: c}, {name: d}]}",
                                "spec.parts",
                                "Too many: 4: must have at most 3 items"),
                        new Wrong(
                                "{size: 1, parts: [{name: a}, {name: a}]}",
                                "spec.parts[1]",
                                "Duplicate value: {\"name\":\"a\"}"),
                        new Wrong("{size: 1, parts: [{}]}", "spec.parts[0].name", "Required value"))
                .map(each -> DynamicTest.dynamicTest(
                        each.spec(), () -> widget("w", each.spec()).isInvalid(each.field(), each.message())));
    }

    @Test
    default void theMessageNamesTheKindWithItsGroup() {
        define("");
        try {
            widget("w", "{size: 0}")
                    .isRefused(
                            422,
                            "Invalid",
                            "Widget." + group()
                                    + " \"w\" is invalid: spec.size: Invalid value: 0: spec.size in body should be"
                                    + " greater than or equal to 1");
        } finally {
            undefine();
        }
    }

    @Test
    default void unknownFieldsOfACustomResourceAreRefusedWhenStrict() {
        define("");
        try {
            api().post(
                            widgets("?fieldValidation=Strict"),
                            "{" + kind() + ", metadata: {name: w}, spec: {size: 1, x: 1}, y: 1}")
                    .isRefused(
                            400,
                            "BadRequest",
                            "Widget in version \"v1\" cannot be handled as a Widget: strict decoding error: unknown field"
                                    + " \"spec.x\", unknown field \"y\"");
        } finally {
            undefine();
        }
    }

    @Test
    default void withAStatusSubresourceStatusHasItsOwnEndpoint() {
        define(", subresources: {status: {}}");
        try {
            widget("w", "{size: 1}").is(201);
            Reply ignored = api().patch(widgets("/w"), Api.MERGE_PATCH, "{spec: {size: 2}, status: {phase: A}}")
                    .is(200);
            Reply taken = api().patch(widgets("/w/status"), Api.MERGE_PATCH, "{spec: {size: 3}, status: {phase: B}}")
                    .is(200);

            assertThat(ignored.body().has("status")).isFalse();
            assertThat(ignored.at("/metadata/generation").asInt()).isEqualTo(2);
            assertThat(taken.text("/status/phase")).isEqualTo("B");
            assertThat(taken.at("/spec/size").asInt()).isEqualTo(2);
            assertThat(taken.at("/metadata/generation").asInt()).isEqualTo(2);
        } finally {
            undefine();
        }
    }

    @Test
    default void withoutAStatusSubresourceStatusIsAFieldLikeOthers() {
        define("");
        try {
            widget("w", "{size: 1}").is(201);
            Reply patched = api().patch(widgets("/w"), Api.MERGE_PATCH, "{status: {phase: A}}")
                    .is(200);

            assertThat(patched.text("/status/phase")).isEqualTo("A");
            assertThat(patched.at("/metadata/generation").asInt()).isEqualTo(2);
            assertThat(api().patch(widgets("/w/status"), Api.MERGE_PATCH, "{}").code())
                    .isEqualTo(404);
        } finally {
            undefine();
        }
    }

    @Test
    default void aCustomResourceIsReplacedOnlyWithItsVersion() {
        define("");
        try {
            ObjectNode made = (ObjectNode) widget("w", "{size: 1}").is(201).body();
            api().put(widgets("/w"), made).is(200);
            ((ObjectNode) made.path("metadata")).remove("resourceVersion");
            api().put(widgets("/w"), made)
                    .isInvalid("metadata.resourceVersion", "Invalid value: 0: must be specified for an update");
        } finally {
            undefine();
        }
    }

    @Test
    default void aCustomResourceHasNoStrategicPatch() {
        define("");
        try {
            widget("w", "{size: 1}").is(201);
            Reply refused = api().patch(widgets("/w"), Api.STRATEGIC_PATCH, "{}");
            assertThat(refused.code()).isEqualTo(415);
            assertThat(refused.text("/reason")).isEqualTo("UnsupportedMediaType");
        } finally {
            undefine();
        }
    }

    @Test
    default void aCustomResourceIsAppliedByItsSchema() {
        define("");
        try {
            String config = "{" + kind() + ", metadata: {name: w}, spec: {size: 1, parts: [%s]}}";
            api().apply(widgets("/w"), "one", config.formatted("{name: a}")).is(201);
            Reply both = api().apply(widgets("/w"), "two", config.formatted("{name: b}"))
                    .is(200);

            assertThat(both.at("/spec/parts").findValuesAsText("name")).containsExactly("a", "b");
            assertThat(ApplyContract.fields(both, "two"))
                    .isEqualTo(json("{f:spec: {f:size: {}, f:parts: {'k:{\"name\":\"b\"}': {.: {}, f:name: {}}}}}"));
            api().apply(widgets("/w"), "two", "{" + kind() + ", metadata: {name: w}, spec: {size: 2}}")
                    .isRefused(409, "Conflict", "Apply failed with 1 conflict: conflict with \"one\": .spec.size");
        } finally {
            undefine();
        }
    }

    @Test
    default void theCreatorOfACustomResourceOwnsItsSpec() {
        define("");
        try {
            assertThat(widget("w", "{size: 1}").is(201).at("/metadata/managedFields/0/fieldsV1"))
                    .isEqualTo(json("{f:spec: {.: {}, f:mode: {}, f:size: {}}}"));
        } finally {
            undefine();
        }
    }

    @Test
    default void anotherKindIsRefused() {
        define("");
        try {
            api().post(widgets(""), "{apiVersion: v1, kind: ConfigMap, metadata: {name: w}}")
                    .isRefused(400, "BadRequest");
        } finally {
            undefine();
        }
    }

    @Test
    default void itemsOfACustomListRepeatTheirKind() {
        define("");
        try {
            widget("w", "{size: 1}").is(201);
            Reply list = api().get(widgets("")).is(200);
            assertThat(list.text("/kind")).isEqualTo("WidgetList");
            assertThat(list.text("/items/0/kind")).isEqualTo("Widget");
        } finally {
            undefine();
        }
    }

    @Test
    default void columnsOfADefinitionMakeTheTable() {
        define(", additionalPrinterColumns: [{name: Size, type: integer, jsonPath: .spec.size}]");
        try {
            widget("w", "{size: 4}").is(201);
            Reply table = eventually(
                    () -> api().get(widgets(""), "application/json;as=Table;v=v1;g=meta.k8s.io"),
                    reply -> reply.at("/rows").size() == 1);
            assertThat(table.at("/columnDefinitions").findValuesAsText("name")).containsExactly("Name", "Size");
            assertThat(table.at("/rows/0/cells")).isEqualTo(json("[w, 4]"));
        } finally {
            undefine();
        }
    }

    @Test
    default void aDefinitionTakesItsObjectsAlong() {
        define("");
        widget("w", "{size: 1}").is(201);

        undefine();

        eventually(() -> api().get(DEFINITIONS + "/widgets." + group()), reply -> reply.code() == 404);
        eventually(() -> api().get(widgets("/w")), reply -> reply.code() == 404);
    }

    @TestFactory
    default Stream<DynamicTest> definitionsThatAreRefused() {
        return Stream.of(
                        structure(
                                "{type: object, properties: {spec: {properties: {a: {type: string}}}}}",
                                "properties[spec].type",
                                "Required value: must not be empty for specified object fields"),
                        structure(
                                "{type: object, properties: {spec: {type: foo}}}",
                                "properties[spec].type",
                                "Unsupported value: \"foo\": supported values: \"array\", \"boolean\", \"integer\", \"number\","
                                        + " \"object\", \"string\""),
                        structure(
                                "{type: object, properties: {spec: {type: array}}}",
                                "properties[spec].items",
                                "Required value: must be specified"),
                        structure(
                                "{type: array, items: {type: string}}",
                                "type",
                                "Invalid value: \"array\": must be object at the root"),
                        structure(
                                "{type: object, properties: {a: {type: string, default: 1}}}",
                                "properties[a].default",
                                "Invalid value: \"integer\":  in body must be of type string: \"integer\""),
                        structure(
                                "{type: object, properties: {a: {type: object, properties: {b: {type: string}},"
                                        + " additionalProperties: {type: string}}}}",
                                "properties[a].additionalProperties",
                                "Forbidden: additionalProperties and properties are mutual exclusive"),
                        structure(
                                "{type: object, properties: {a: {type: object, x-kubernetes-preserve-unknown-fields: false}}}",
                                "properties[a].x-kubernetes-preserve-unknown-fields",
                                "Invalid value: false: must be true or undefined"),
                        structure(
                                "{type: object, properties: {a: {type: object, anyOf: [{properties: {b: {type: string}}}]}}}",
                                "properties[a].anyOf[0].properties[b].type",
                                "Forbidden: must be empty to be structural"),
                        structure(
                                "{type: object, properties: {a: {type: array, items: {type: object}, x-kubernetes-list-type: map}}}",
                                "properties[a].x-kubernetes-list-map-keys",
                                "Required value: must not be empty if x-kubernetes-list-type is map"),
                        rule("self +", "", ".rule", "compilation failed: "),
                        rule("missing == 1", "", ".rule", "compilation failed: "),
                        rule("'yes'", "", ".rule", "cel expression must evaluate to a bool"),
                        rule(
                                "self == 'x'",
                                "",
                                ".rule",
                                "compilation failed: ERROR: <input>:1:6: found no matching overload for '_==_' applied to"
                                        + " '(int, string)'\n | self == 'x'\n | .....^"),
                        rule(
                                "self.size == 1",
                                "",
                                ".rule",
                                "compilation failed: ERROR: <input>:1:5: type 'int' does not support field selection"),
                        rule("true", "self", ".messageExpression", "messageExpression must evaluate to a string"),
                        rootRule(
                                "self.spec.replicas == 'x'",
                                "1:20: found no matching overload for '_==_' applied to '(int, string)'"),
                        rootRule("self.spec.missing == 1", "1:10: undefined field 'missing'"),
                        rootRule("self.metadata.labels == {}", "1:14: undefined field 'labels'"),
                        rootRule(
                                "self.spec.tags.exists(t, t == 1)",
                                "1:28: found no matching overload for '_==_' applied to '(string, int)'"),
                        rootRule(
                                "self.spec.grace == '1s'",
                                "1:17: found no matching overload for '_==_' applied to '(duration, string)'"),
                        rootRule("self.spec.free == 1", "1:10: undefined field 'free'"),
                        structure(
                                "{type: object, properties: {a: {x-kubernetes-preserve-unknown-fields: true,"
                                        + " x-kubernetes-validations: [{rule: 'true'}]}}}",
                                "properties[a].x-kubernetes-validations",
                                "Internal error: internal error: failed to construct type information for"
                                        + " x-kubernetes-validations rules: unable to convert structural schema to CEL"
                                        + " declarations"),
                        rule("true", "'a' +", ".messageExpression", "messageExpression compilation failed: "),
                        rule("true", "1", ".messageExpression", "messageExpression must evaluate to a string"),
                        structure(
                                "{type: object, x-kubernetes-validations: [{rule: ' '}]}",
                                "x-kubernetes-validations[0].rule",
                                "Required value: rule is not specified"),
                        structure(
                                "{type: object, properties: {metadata: {type: object, properties: {labels: {type: object}}}}}",
                                "properties[metadata]",
                                "Forbidden: must not specify anything other than name and generateName, but metadata is implicitly"
                                        + " specified"))
                .map(each -> DynamicTest.dynamicTest(
                        each.spec(),
                        () -> api().post(DEFINITIONS + "?dryRun=All", definition(group(), version(each.spec(), "")))
                                .isInvalid(each.field(), each.message())));
    }

    private static Wrong rule(String rule, String message, String field, String complaint) {
        return structure(
                "{type: object, properties: {a: {type: integer, x-kubernetes-validations: [{rule: \"%s\"%s}]}}}"
                        .formatted(rule, message.isEmpty() ? "" : ", messageExpression: \"" + message + "\""),
                "properties[a].x-kubernetes-validations[0]" + field,
                "Invalid value: {\"Rule\":\"%s\",\"Message\":\"\",\"MessageExpression\":\"%s\",\"Reason\":null,"
                                .formatted(rule, message)
                        + "\"FieldPath\":\"\",\"OptionalOldSelf\":null}: " + complaint);
    }

    private static String rooted(String rule) {
        return "{type: object, x-kubernetes-validations: [{rule: \"%s\"}], properties: {spec: {type: object, properties: {"
                        .formatted(rule)
                + "replicas: {type: integer}, share: {type: number}, grace: {type: string, format: duration},"
                + " tags: {type: array, maxItems: 9, items: {type: string, maxLength: 9}},"
                + " port: {x-kubernetes-int-or-string: true}, free: {x-kubernetes-preserve-unknown-fields: true}}}}}";
    }

    private static Wrong rootRule(String rule, String complaint) {
        return structure(
                rooted(rule),
                "x-kubernetes-validations[0].rule",
                "Invalid value: {\"Rule\":\"%s\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,"
                                .formatted(rule)
                        + "\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:"
                        + complaint);
    }

    @TestFactory
    default Stream<DynamicTest> rulesThatSpeakOfWhatIsDeclared() {
        return Stream.of(
                        "self.spec.replicas == 1",
                        "self.metadata.name.startsWith('a') && self.kind == 'Widget'",
                        "self.spec.share < 0.5",
                        "self.spec.grace < duration('1m')",
                        "self.spec.tags.all(t, t.size() > 1)",
                        "type(self.spec.port) == int ? self.spec.port > 0 : self.spec.port == 'http'",
                        "self.spec.replicas == oldSelf.spec.replicas")
                .map(rule -> DynamicTest.dynamicTest(
                        rule,
                        () -> api().post(DEFINITIONS + "?dryRun=All", definition(group(), version(rooted(rule), "")))
                                .is(201)));
    }

    private static Wrong structure(String schema, String field, String message) {
        return new Wrong(schema, "spec.validation.openAPIV3Schema." + field, message);
    }

    @Test
    default void aDefinitionsNameFollowsFromItsContents() {
        String yaml = definition(group(), version(SCHEMA, "")).replace("name: widgets.", "name: others.");

        api().post(DEFINITIONS, yaml)
                .isInvalid(
                        "metadata.name",
                        "Invalid value: \"others." + group() + "\": must be spec.names.plural+\".\"+spec.group");
    }

    @Test
    default void oneVersionIsStored() {
        api().post(DEFINITIONS, definition(group(), version(SCHEMA, "").replace("storage: true", "storage: false")))
                .isInvalid("spec.versions", "Invalid value: ");
    }
}
