package io.fairlead.sandbox.protobuf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes {@code messages.txt} from the {@code generated.proto} files of Kubernetes.
 *
 * <p>Arguments: the folders of the Go modules {@code k8s.io/api} and {@code k8s.io/apimachinery}. The result goes to
 * standard output.
 */
final class MessagesCapture {
    private static final List<String> ROOTS = List.of(
            "api.coordination.v1.Lease",
            "api.core.v1.Binding",
            "api.core.v1.ConfigMap",
            "api.core.v1.Event",
            "api.core.v1.Namespace",
            "api.core.v1.Node",
            "api.core.v1.Pod",
            "api.core.v1.Secret",
            "api.core.v1.Service",
            "api.core.v1.ServiceAccount",
            "api.events.v1.Event",
            "api.policy.v1.Eviction",
            "api.resource.v1.DeviceClass",
            "api.resource.v1.ResourceClaim",
            "api.resource.v1.ResourceClaimTemplate",
            "api.resource.v1.ResourceSlice",
            "apimachinery.pkg.apis.meta.v1.DeleteOptions");

    /** Fields that a message has and its JSON has not: what is in them stands one level higher there. */
    private static final Set<String> INLINE = Set.of(
            "volumeSource", "localObjectReference", "handler", "deviceConfiguration", "ephemeralContainerCommon");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package k8s\\.io\\.(\\S+);$");
    private static final Pattern MESSAGE = Pattern.compile("(?ms)^message (\\w+) \\{$(.*?)^\\}$");
    private static final Pattern FIELD =
            Pattern.compile("(?m)^  (optional|repeated|map<string, ([\\w.]+)>) ?([\\w.]*?) ?(\\w+) = (\\d+);$");

    private final Map<String, List<String>> fields = new HashMap<>();
    private final Map<String, List<String>> uses = new HashMap<>();

    public static void main(String[] args) throws IOException {
        var capture = new MessagesCapture();
        for (String module : args) {
            try (Stream<Path> files = Files.walk(Path.of(module))) {
                for (Path file :
                        files.filter(path -> path.endsWith("generated.proto")).toList()) {
                    capture.read(Files.readString(file));
                }
            }
        }
        capture.reachable().forEach((name, declared) -> System.out.println(name + " " + String.join(" ", declared)));
    }

    private void read(String proto) {
        Matcher matcher = PACKAGE.matcher(proto);
        if (!matcher.find()) {
            return;
        }
        String home = matcher.group(1);
        for (Matcher message = MESSAGE.matcher(proto); message.find(); ) {
            String name = home + "." + message.group(1);
            for (Matcher field = FIELD.matcher(message.group(2)); field.find(); ) {
                boolean map = field.group(2) != null;
                String type = type(home, map ? field.group(2) : field.group(3));
                String json = INLINE.contains(field.group(4)) ? "" : field.group(4);
                String form = map ? "{}" : field.group(1).equals("repeated") ? "[]" : "";
                fields.computeIfAbsent(name, _ -> new ArrayList<>())
                        .add(field.group(5) + ":" + json + ":" + type + form);
                uses.computeIfAbsent(name, _ -> new ArrayList<>()).add(type);
            }
        }
    }

    private static String type(String home, String written) {
        return switch (written) {
            case "string", "bytes", "bool", "double" -> written;
            case "int32", "int64" -> "int";
            default ->
                written.startsWith(".k8s.io.")
                        ? written.substring(".k8s.io.".length())
                        : written.startsWith("k8s.io.") ? written.substring("k8s.io.".length()) : home + "." + written;
        };
    }

    private Map<String, List<String>> reachable() {
        Map<String, List<String>> found = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>(ROOTS);
        while (!open.isEmpty()) {
            String name = open.pop();
            List<String> declared = fields.get(name);
            if (declared != null && found.put(name, declared) == null) {
                open.addAll(uses.getOrDefault(name, List.of()));
            }
        }
        return found;
    }
}
