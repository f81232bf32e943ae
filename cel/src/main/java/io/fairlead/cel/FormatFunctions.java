package io.fairlead.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import io.fairlead.cel.Functions.Parameter;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** {@code format.dns1123Label().validate(name)}: the named formats, each with what is wrong with a text. */
final class FormatFunctions {
    /** A format by name, and the complaints it has about a text. */
    private record Format(String name, Function<String, List<String>> complaints) {}

    private static final CelType TYPE = OpaqueType.create("kubernetes.NamedFormat");
    private static final Parameter TEXT = new Parameter(SimpleType.STRING, String.class);
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String LETTER_LABEL = "[a-z]([-a-z0-9]*[a-z0-9])?";
    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String UUID = "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}";
    private static final Map<String, Format> FORMATS = formats();

    private FormatFunctions() {}

    static void addTo(Functions functions) {
        FORMATS.keySet().forEach(name -> functions.global("format." + name, "format." + name, TYPE, a -> named(name)));
        functions
                .global(
                        "format.named",
                        "format-named",
                        OptionalType.create(TYPE),
                        a -> Optional.ofNullable(FORMATS.get((String) a[0])),
                        TEXT)
                .member(
                        "validate",
                        "format-validate",
                        OptionalType.create(ListType.create(SimpleType.STRING)),
                        a -> validate((Format) a[0], (String) a[1]),
                        new Parameter(TYPE, Format.class),
                        TEXT);
    }

    private static Format named(String name) {
        return Objects.requireNonNull(FORMATS.get(name));
    }

    private static Optional<List<String>> validate(Format format, String text) {
        List<String> complaints = format.complaints().apply(text);
        return complaints.isEmpty() ? Optional.empty() : Optional.of(complaints);
    }

    private static Map<String, Format> formats() {
        Map<String, Format> formats = new LinkedHashMap<>();
        pattern(formats, "dns1123Label", LABEL, 63);
        pattern(formats, "dns1123Subdomain", SUBDOMAIN, 253);
        pattern(formats, "dns1035Label", LETTER_LABEL, 63);
        pattern(formats, "labelValue", "(" + NAME + ")?", 63);
        // A prefix may end with the dash that the rest of the name follows.
        pattern(formats, "dns1123LabelPrefix", LABEL + "-?", 63);
        pattern(formats, "dns1123SubdomainPrefix", SUBDOMAIN + "-?", 253);
        pattern(formats, "dns1035LabelPrefix", LETTER_LABEL + "-?", 63);
        formats.put("qualifiedName", new Format("qualifiedName", FormatFunctions::qualifiedName));
        check(formats, "uri", text -> UrlFunctions.tryParse(text).isPresent(), "invalid URI");
        check(formats, "uuid", Pattern.compile(UUID).asMatchPredicate(), "does not match the UUID format");
        check(formats, "byte", text -> readable(Base64.getDecoder()::decode, text), "invalid base64");
        check(formats, "date", text -> readable(LocalDate::parse, text), "invalid date");
        check(formats, "datetime", text -> readable(OffsetDateTime::parse, text), "invalid datetime");
        return formats;
    }

    private static void pattern(Map<String, Format> formats, String name, String pattern, int longest) {
        Pattern compiled = Pattern.compile(pattern);
        formats.put(name, new Format(name, text -> {
            List<String> complaints = new ArrayList<>();
            if (text.length() > longest) {
                complaints.add("must be no more than " + longest + " bytes");
            }
            if (!compiled.matcher(text).matches()) {
                complaints.add("must match the regular expression '" + pattern + "'");
            }
            return complaints;
        }));
    }

    private static void check(Map<String, Format> formats, String name, Predicate<String> valid, String complaint) {
        formats.put(name, new Format(name, text -> valid.test(text) ? List.of() : List.of(complaint)));
    }

    private static List<String> qualifiedName(String text) {
        int slash = text.indexOf('/');
        String name = text.substring(slash + 1);
        boolean prefix = slash < 0 || (text.substring(0, slash).matches(SUBDOMAIN) && slash <= 253);
        boolean valid = prefix && name.length() <= 63 && name.matches(NAME);
        return valid ? List.of() : List.of("must be a name with an optional DNS subdomain and '/' before it");
    }

    private static boolean readable(Function<String, ?> parser, String text) {
        try {
            return parser.apply(text) != null;
        } catch (DateTimeException | IllegalArgumentException e) {
            return false;
        }
    }
}
