package io.fairlead.cel;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The name by which an expression reaches a property that is no identifier. */
final class FieldName {
    /** Words that CEL keeps for itself; a field of that name is written between underscores. */
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");

    private static final Pattern REACHABLE = Pattern.compile("[a-zA-Z_./-][a-zA-Z0-9_./-]*");

    private FieldName() {}

    /** Empty when the property cannot be reached at all. */
    static Optional<String> escape(String property) {
        if (RESERVED.contains(property)) {
            return Optional.of("__" + property + "__");
        }
        return REACHABLE.matcher(property).matches()
                ? Optional.of(property.replace("__", "__underscores__")
                        .replace(".", "__dot__")
                        .replace("-", "__dash__")
                        .replace("/", "__slash__"))
                : Optional.empty();
    }
}
