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
import io.fairlead.sandbox.validation.FieldErrors;
import io.fairlead.sandbox.validation.FieldPath;
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
            throw refused(call, raw, String.valueOf(e.getMessage()));
        }
        ObjectNode object = decoded.object();
        object.put("kind", names.kind()).put("apiVersion", call.apiVersion());
        KindDefaults.apply(names.group(), names.kind(), object);
        report(call, raw, mode, decoded.unknownFields(), duplicates);
        return object;
    }

    private static void report(Call call, ObjectNode raw, String mode, List<String> unknown, List<String> duplicates) {
        if (mode.equals("Ignore") || (unknown.isEmpty() && duplicates.isEmpty())) {
            return;
        }
        List<String> problems = new ArrayList<>();
        duplicates.forEach(path -> problems.add("duplicate field \"" + path + "\""));
        unknown.forEach(path -> problems.add("unknown field \"" + path + "\""));
        if (mode.equals("Strict")) {
            throw refused(call, raw, "strict decoding error: " + String.join(", ", problems));
        }
        problems.forEach(call.warnings()::add);
    }

    /** A body that does not fit is a bad request; what a patch makes of a good object is invalid. */
    private static StatusException refused(Call call, ObjectNode raw, String why) {
        if (call.verb() == Verb.PATCH) {
            var errors = new FieldErrors();
            errors.invalid(FieldPath.of("patch"), raw.toString(), why);
            return StatusException.invalid(new Subject("", "", ""), errors.causes());
        }
        String kind = call.type().names().kind();
        return StatusException.badRequest(
                kind + " in version \"" + call.version().name() + "\" cannot be handled as a " + kind + ": " + why);
    }

    private static String mode(Call call) {
        String mode = call.query().text("fieldValidation");
        return switch (mode) {
            case "" -> "Warn";
            case "Ignore", "Warn", "Strict" -> mode;
            default ->
                throw StatusException.invalid(
                        call.verb().options(),
                        List.of(new Cause(
                                "FieldValueNotSupported",
                                "Unsupported value: \"" + mode
                                        + "\": supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"",
                                "fieldValidation")));
        };
    }
}
