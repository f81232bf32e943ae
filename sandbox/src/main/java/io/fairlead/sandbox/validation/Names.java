package io.fairlead.sandbox.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The forms that names take, and what is said about one that has another form. Each rule gives the complaints. */
public final class Names {
    private static final String LABEL_FORM = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN_FORM = LABEL_FORM + "(\\." + LABEL_FORM + ")*";
    private static final String QUALIFIED_FORM = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final Pattern LABEL = Pattern.compile(LABEL_FORM);
    private static final Pattern SUBDOMAIN = Pattern.compile(SUBDOMAIN_FORM);
    private static final Pattern QUALIFIED = Pattern.compile(QUALIFIED_FORM);
    private static final Pattern LABEL_VALUE = Pattern.compile("(" + QUALIFIED_FORM + ")?");
    private static final Pattern CONFIG_KEY = Pattern.compile("[-._a-zA-Z0-9]+");
    private static final Pattern C_IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String LABEL_WORDS =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters "
                    + "or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for "
                    + "validation is '" + LABEL_FORM + "')";
    private static final String SUBDOMAIN_WORDS =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric "
                    + "characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used "
                    + "for validation is '" + SUBDOMAIN_FORM + "')";
    private static final String NAME_PART_WORDS =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and "
                    + "must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
                    + "validation is '" + QUALIFIED_FORM + "')";
    private static final int LABEL_LENGTH = 63;
    private static final int SUBDOMAIN_LENGTH = 253;

    private Names() {}

    public static List<String> label(String name) {
        List<String> complaints = length(name, LABEL_LENGTH);
        if (!LABEL.matcher(name).matches()) {
            complaints.add(SUBDOMAIN.matcher(name).matches() ? "must not contain dots" : LABEL_WORDS);
        }
        return complaints;
    }

    public static List<String> subdomain(String name) {
        List<String> complaints = length(name, SUBDOMAIN_LENGTH);
        if (!SUBDOMAIN.matcher(name).matches()) {
            complaints.add(SUBDOMAIN_WORDS);
        }
        return complaints;
    }

    /** A key of labels, annotations or taints: a name, with a domain before a slash if there is one. */
    public static List<String> qualified(String key) {
        List<String> complaints = new ArrayList<>();
        String[] parts = key.split("/", -1);
        String name = parts[parts.length - 1];
        if (parts.length > 2) {
            return List.of(
                    "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end "
                            + "with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation "
                            + "is '" + QUALIFIED_FORM
                            + "') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                complaints.add("prefix part must be non-empty");
            } else {
                subdomain(parts[0]).forEach(complaint -> complaints.add("prefix part " + complaint));
            }
        }
        if (name.isEmpty()) {
            complaints.add("name part must be non-empty");
        } else if (name.length() > LABEL_LENGTH) {
            complaints.add("name part must be no more than 63 bytes");
        }
        if (!QUALIFIED.matcher(name).matches()) {
            complaints.add(NAME_PART_WORDS);
        }
        return complaints;
    }

    public static List<String> labelValue(String value) {
        List<String> complaints = length(value, LABEL_LENGTH);
        if (!LABEL_VALUE.matcher(value).matches()) {
            complaints.add(
                    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and "
                            + "must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex "
                            + "used for validation is '(" + QUALIFIED_FORM + ")?')");
        }
        return complaints;
    }

    /** A key of a ConfigMap or Secret. */
    public static List<String> configKey(String key) {
        List<String> complaints = length(key, SUBDOMAIN_LENGTH);
        if (!CONFIG_KEY.matcher(key).matches()) {
            complaints.add(
                    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or "
                            + "'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')");
        } else if (key.equals(".") || key.equals("..")) {
            complaints.add("must not be '" + key + "'");
        } else if (key.startsWith("..")) {
            complaints.add("must not start with '..'");
        }
        return complaints;
    }

    public static List<String> cIdentifier(String name) {
        return C_IDENTIFIER.matcher(name).matches()
                ? List.of()
                : List.of("a valid C identifier must start with alphabetic character or '_', followed by a string of "
                        + "alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for "
                        + "validation is '[A-Za-z_][A-Za-z0-9_]*')");
    }

    /** The rule for the names of a kind's objects. A generateName is checked as if more would follow a trailing dash. */
    static List<String> ofObject(Form form, String name, boolean prefix) {
        String whole = prefix && name.endsWith("-") ? name.substring(0, name.length() - 1) + "a" : name;
        return switch (form) {
            case LABEL -> label(whole);
            case SUBDOMAIN -> subdomain(whole);
        };
    }

    /** How the objects of a kind may be called. */
    enum Form {
        LABEL,
        SUBDOMAIN
    }

    private static List<String> length(String name, int most) {
        List<String> complaints = new ArrayList<>();
        if (name.length() > most) {
            complaints.add(String.format(Locale.ROOT, "must be no more than %d bytes", most));
        }
        return complaints;
    }
}
