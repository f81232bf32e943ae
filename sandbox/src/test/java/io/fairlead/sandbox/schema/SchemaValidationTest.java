package io.fairlead.sandbox.schema;

import static io.fairlead.sandbox.schema.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.status.Cause;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaValidationTest {
    private static final BuiltInSchemas SCHEMAS = BuiltInSchemas.load();

    record Case(String schema, String value, String error) {}

    static List<Case> cases() {
        return List.of(
                new Case(
                        "{type: integer}",
                        "abc",
                        "Invalid value: \"string\": spec in body must be of type integer: \"string\""),
                new Case("{type: string, nullable: true}", "null", ""),
                new Case(
                        "{type: string}",
                        "null",
                        "Invalid value: \"null\": spec in body must be of type string: \"null\""),
                new Case(
                        "{type: string, enum: [a, b]}",
                        "c",
                        "Unsupported value: \"c\": supported values: \"a\", \"b\""),
                new Case(
                        "{type: integer, minimum: 1}",
                        "0",
                        "Invalid value: 0: spec in body should be greater than or equal to 1"),
                new Case(
                        "{type: integer, maximum: 3, exclusiveMaximum: true}",
                        "3",
                        "Invalid value: 3: spec in body should be less than 3"),
                new Case(
                        "{type: integer, multipleOf: 2}",
                        "3",
                        "Invalid value: 3: spec in body should be a multiple of 2"),
                new Case("{type: string, maxLength: 2}", "abc", "Too long: may not be more than 2 bytes"),
                new Case(
                        "{type: string, minLength: 2}",
                        "a",
                        "Invalid value: \"a\": spec in body should be at least 2 chars long"),
                new Case(
                        "{type: string, pattern: '^a+$'}",
                        "b",
                        "Invalid value: \"b\": spec in body should match '^a+$'"),
                new Case(
                        "{type: string, format: date-time}",
                        "b",
                        "Invalid value: \"b\": spec in body must be of type date-time: \"b\""),
                new Case(
                        "{type: array, maxItems: 1, items: {type: string}}",
                        "[a, b]",
                        "Too many: 2: must have at most 1 item"),
                new Case(
                        "{type: array, minItems: 1, items: {type: string}}",
                        "[]",
                        "Invalid value: 0: spec in body should have at least 1 items"),
                new Case("{type: object, required: [a], properties: {a: {type: string}}}", "{}", "Required value"),
                new Case(
                        "{x-kubernetes-int-or-string: true}",
                        "true",
                        "Invalid value: \"boolean\": spec in body must be of type integer,string: \"boolean\""),
                new Case("{x-kubernetes-int-or-string: true}", "50%", ""),
                new Case(
                        "{type: array, x-kubernetes-list-type: set, items: {type: string}}",
                        "[a, a]",
                        "Duplicate value: \"a\""),
                new Case(
                        "{type: object, oneOf: [{required: [a]}, {required: [b]}], x-kubernetes-preserve-unknown-fields: true}",
                        "{c: 1}",
                        "Invalid value: {\"c\":1}: \"spec\" must validate one and only one schema (oneOf). Found none valid"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aValueIsCheckedInTheWordsOfTheRealServer(Case each) {
        Schema schema = SCHEMAS.ofCustomResource(object("{type: object, properties: {spec: " + each.schema() + "}}"));

        List<Cause> causes = SchemaValidation.validate(schema, object("{spec: " + each.value() + "}"));

        assertThat(causes.stream().map(Cause::message))
                .isEqualTo(each.error().isEmpty() ? List.of() : List.of(each.error()));
    }

    @Test
    void anUpdateMayKeepWhatWasAlreadyWrongButNotAddToIt() {
        Schema schema = SCHEMAS.ofCustomResource(
                object("{type: object, properties: {a: {type: integer, maximum: 1}, b: {type: integer, maximum: 1}}}"));

        List<Cause> causes = SchemaValidation.validateUpdate(schema, object("{a: 5, b: 5}"), object("{a: 5, b: 1}"));

        assertThat(causes).extracting(Cause::field).containsExactly("b");
    }

    record Structure(String schema, String field, String error) {}

    static List<Structure> structures() {
        return List.of(
                new Structure(
                        "{type: object, properties: {spec: {properties: {a: {type: string}}}}}",
                        "properties[spec].type",
                        "Required value: must not be empty for specified object fields"),
                new Structure(
                        "{type: object, properties: {spec: {type: foo}}}",
                        "properties[spec].type",
                        "Unsupported value: \"foo\": supported values: \"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\""),
                new Structure(
                        "{type: object, properties: {spec: {type: array}}}",
                        "properties[spec].items",
                        "Required value: must be specified"),
                new Structure(
                        "{type: object, properties: {a: {type: string, default: 1}}}",
                        "properties[a].default",
                        "Invalid value: \"integer\":  in body must be of type string: \"integer\""),
                new Structure(
                        "{type: object, properties: {a: {type: object, anyOf: [{properties: {b: {type: string}}}]}}}",
                        "properties[a].anyOf[0].properties[b].type",
                        "Forbidden: must be empty to be structural"),
                new Structure(
                        "{type: object, properties: {a: {type: array, items: {type: object}, x-kubernetes-list-type: map}}}",
                        "properties[a].x-kubernetes-list-map-keys",
                        "Required value: must not be empty if x-kubernetes-list-type is map"));
    }

    @ParameterizedTest
    @MethodSource("structures")
    void aSchemaHasToBeStructural(Structure each) {
        ObjectNode crd = object("""
                metadata: {name: widgets.ex.io}
                spec:
                  group: ex.io
                  scope: Namespaced
                  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
                  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: %s}}]
                status: {storedVersions: [v1]}
                """.formatted(each.schema()));

        assertThat(CrdRules.onCreate(crd))
                .extracting(Cause::field, Cause::message)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(
                        "spec.validation.openAPIV3Schema." + each.field(), each.error()));
    }
}
