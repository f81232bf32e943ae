package io.fairlead.sandbox.http;

import java.util.List;
import java.util.Optional;

/**
 * The parts of a path such as {@code /apis/resource.k8s.io/v1/namespaces/default/resourceclaims/gpu/status}.
 *
 * @param group empty for the core group
 * @param namespace empty when the path has none
 * @param name empty for a collection
 * @param subresource empty for the object itself
 */
record ResourcePath(String group, String version, String namespace, String resource, String name, String subresource) {

    /** Empty when the path does not lead to a resource. */
    static Optional<ResourcePath> parse(List<String> segments) {
        int at;
        String group;
        if (segments.size() >= 3 && segments.getFirst().equals("api")) {
            group = "";
            at = 1;
        } else if (segments.size() >= 4 && segments.getFirst().equals("apis")) {
            group = segments.get(1);
            at = 2;
        } else {
            return Optional.empty();
        }
        return of(group, segments.get(at), segments.subList(at + 1, segments.size()));
    }

    private static Optional<ResourcePath> of(String group, String version, List<String> rest) {
        String namespace = "";
        List<String> left = rest;
        // "namespaces/x" alone is the namespace itself, and so are its own subresources.
        boolean inNamespace = rest.getFirst().equals("namespaces")
                && rest.size() > 2
                && !(group.isEmpty()
                        && (rest.get(2).equals("status") || rest.get(2).equals("finalize")));
        if (inNamespace) {
            namespace = rest.get(1);
            left = rest.subList(2, rest.size());
        }
        if (left.size() > 3) {
            return Optional.empty();
        }
        return Optional.of(new ResourcePath(group, version, namespace, left.getFirst(), part(left, 1), part(left, 2)));
    }

    private static String part(List<String> segments, int index) {
        return index < segments.size() ? segments.get(index) : "";
    }
}
