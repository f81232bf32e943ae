package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Names;
import io.fairlead.sandbox.schema.DecodeException;
import io.fairlead.sandbox.schema.Decoded;
import io.fairlead.sandbox.schema.Decoding;
import io.fairlead.sandbox.schema.KindDefaults;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.status.Subject;
import java.util.ArrayList;
import java.util.List;

/** Turns what a client sent into an object as the server keeps it: pruned, defaulted, in canonical form. */
public final class Intake {
    private Intake() {}

    /**
     * Decodes an object of the call's kind.
     *
     * @param duplicates paths of fields that the body had twice
     */
    public static ObjectNode decode(Call call, ObjectNode raw, List<String> duplicates) {
        String mode = mode(call);
        Names names = call.type().names();
        Decoded decoded;
        try {
            decoded = Decoding.decode(call.version().schema(), raw);
        } catch (DecodeException e) {
            throw StatusException.badRequest(cannotBeHandled(call) + e.getMessage());
        }
        ObjectNode object = decoded.object();
        object.put("kind", names.kind()).put("apiVersion", call.apiVersion());
        KindDefaults.apply(names.group(), names.kind(), object);
        report(call, mode, decoded.unknownFields(), duplicates);
        return object;
    }

    private static void report(Call call, String mode, List<String> unknown, List<String> duplicates) {
        if (mode.equals("Ignore") || (unknown.isEmpty() && duplicates.isEmpty())) {
            return;
        }
        List<String> problems = new ArrayList<>();
        duplicates.forEach(path -> problems.add("duplicate field \"" + path + "\""));
        unknown.forEach(path -> problems.add("unknown field \"" + path + "\""));
        if (mode.equals("Strict")) {
            throw StatusException.badRequest(
                    cannotBeHandled(call) + "strict decoding error: " + String.join(", ", problems));
        }
        problems.forEach(call.warnings()::add);
    }

    private static String cannotBeHandled(Call call) {
        String kind = call.type().names().kind();
        return kind + " in version \"" + call.version().name() + "\" cannot be handled as a " + kind + ": ";
    }

    private static String mode(Call call) {
        String mode = call.query().text("fieldValidation");
        return switch (mode) {
            case "" -> "Warn";
            case "Ignore", "Warn", "Strict" -> mode;
            default ->
                throw StatusException.invalid(
                        new Subject("meta.k8s.io", call.verb() == Verb.CREATE ? "CreateOptions" : "UpdateOptions", ""),
                        List.of(new Cause(
                                "FieldValueNotSupported",
                                "Unsupported value: \"" + mode
                                        + "\": supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"",
                                "fieldValidation")));
        };
    }
}
