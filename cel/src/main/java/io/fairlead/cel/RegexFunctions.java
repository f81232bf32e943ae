package io.fairlead.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import io.fairlead.cel.Functions.Parameter;
import java.util.ArrayList;
import java.util.List;

/** {@code find} and {@code findAll}, in the RE2 dialect, whose time is linear in the text. */
final class RegexFunctions {
    private static final Parameter TEXT = new Parameter(SimpleType.STRING, String.class);
    private static final Parameter INT = new Parameter(SimpleType.INT, Long.class);

    private RegexFunctions() {}

    static void addTo(Functions functions) {
        ListType texts = ListType.create(SimpleType.STRING);
        functions
                .member("find", "string_find_string", SimpleType.STRING, RegexFunctions::find, TEXT, TEXT)
                .member("findAll", "string_find_all_string", texts, a -> findAll(a, -1), TEXT, TEXT)
                .member("findAll", "string_find_all_string_int", texts, a -> findAll(a, (Long) a[2]), TEXT, TEXT, INT);
    }

    private static String find(Object[] arguments) {
        Matcher matcher = matcher(arguments);
        return matcher.find() ? matcher.group() : "";
    }

    private static List<String> findAll(Object[] arguments, long limit) {
        Matcher matcher = matcher(arguments);
        List<String> found = new ArrayList<>();
        while ((limit < 0 || found.size() < limit) && matcher.find()) {
            found.add(matcher.group());
        }
        return List.copyOf(found);
    }

    private static Matcher matcher(Object[] arguments) {
        try {
            return Pattern.compile((String) arguments[1]).matcher((String) arguments[0]);
        } catch (PatternSyntaxException e) {
            throw new CelFailure("Illegal regex: " + e.getMessage());
        }
    }
}
