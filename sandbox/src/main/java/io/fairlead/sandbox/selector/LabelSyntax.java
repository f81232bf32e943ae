package io.fairlead.sandbox.selector;

import java.util.Optional;
import java.util.regex.Pattern;

/** What a label's key and value may look like, and how the API server says that one does not. */
final class LabelSyntax {
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final String NAME_WORDS =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must start"
                    + " and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
                    + " validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    private static final String VALUE_WORDS =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_'"
                    + " or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345',"
                    + " regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
    private static final String PREFIX_WORDS =
            "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
                    + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used"
                    + " for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

    private LabelSyntax() {}

    static Optional<String> checkKey(String key, String field) {
        int slash = key.indexOf('/');
        String prefix = slash < 0 ? "" : key.substring(0, slash);
        String name = key.substring(slash + 1);
        if (slash >= 0 && prefix.isEmpty()) {
            return wrong(field, key, "prefix part must be non-empty");
        }
        if (slash >= 0 && !SUBDOMAIN.matcher(prefix).matches()) {
            return wrong(field, key, PREFIX_WORDS);
        }
        if (name.isEmpty()) {
            return wrong(field, key, "name part must be non-empty; " + NAME_WORDS);
        }
        if (name.length() > 63) {
            return wrong(field, key, "name part must be no more than 63 bytes");
        }
        return NAME.matcher(name).matches() ? Optional.empty() : wrong(field, key, NAME_WORDS);
    }

    static Optional<String> checkValue(String value, String field) {
        if (value.length() > 63) {
            return wrong(field, value, "must be no more than 63 bytes");
        }
        return value.isEmpty() || NAME.matcher(value).matches() ? Optional.empty() : wrong(field, value, VALUE_WORDS);
    }

    private static Optional<String> wrong(String field, String value, String words) {
        String path = field.isEmpty() ? "<nil>" : field;
        return Optional.of(path + ": Invalid value: \"" + value + "\": " + words);
    }
}
