package io.fairlead.machine.admission;

import java.util.ArrayList;
import java.util.List;

/** What the Kubernetes API says about names that DNS could not carry. Checked by hand: this runs for every claim. */
final class DnsNames {
    private static final int LABEL_LENGTH = 63;
    private static final int SUBDOMAIN_LENGTH = 253;
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

    private DnsNames() {}

    static List<String> labelFaults(String name) {
        List<String> faults = new ArrayList<>();
        if (name.length() > LABEL_LENGTH) {
            faults.add(tooLong(LABEL_LENGTH));
        }
        if (!isLabel(name)) {
            faults.add(
                    isSubdomain(name)
                            ? "must not contain dots"
                            : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must"
                                    + " start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used"
                                    + " for validation is '" + LABEL + "')");
        }
        return faults;
    }

    static List<String> subdomainFaults(String name) {
        List<String> faults = new ArrayList<>();
        if (name.length() > SUBDOMAIN_LENGTH) {
            faults.add(tooLong(SUBDOMAIN_LENGTH));
        }
        if (!isSubdomain(name)) {
            faults.add(
                    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must"
                            + " start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
                            + LABEL + "(\\." + LABEL + ")*')");
        }
        return faults;
    }

    private static String tooLong(int most) {
        return "must be no more than " + most + " characters";
    }

    private static boolean isSubdomain(String name) {
        int start = 0;
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', start)) {
            if (!isLabel(name.substring(start, dot))) {
                return false;
            }
            start = dot + 1;
        }
        return isLabel(name.substring(start));
    }

    private static boolean isLabel(String text) {
        if (text.isEmpty() || text.charAt(0) == '-' || text.charAt(text.length() - 1) == '-') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')) {
                return false;
            }
        }
        return true;
    }
}
