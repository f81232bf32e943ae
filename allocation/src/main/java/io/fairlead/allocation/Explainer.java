package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.allocation.Reason.Obstacle;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Says why a node cannot give claims their devices: it takes one thing after the other out of the way and looks whether
 * they fit then. What helps on its own is the reason; when nothing does, the smallest set that helps together is.
 */
public final class Explainer {
    /** Something in the way, how to imagine it gone, and what to say about it. */
    record Hurdle(Obstacle obstacle, String subject, UnaryOperator<Question> removal, Supplier<String> text) {
        Reason reason() {
            return new Reason(obstacle, subject, text.get());
        }
    }

    private final Cluster cluster;
    private final Allocator allocator;

    public Explainer(Cluster cluster) {
        this.cluster = cluster;
        allocator = new Allocator(cluster);
    }

    public Explanation explain(Node node, List<ResourceClaim> claims) {
        String name = node.getMetadata().getName();
        return switch (allocator.allocate(node, claims)) {
            case Outcome.Allocated allocated -> Explanation.fits(name);
            case Outcome.Failed(String message) ->
                Explanation.because(name, new Reason(Obstacle.ERROR, "node " + name, message + hint(node, message)));
            case Outcome.Unallocatable refused -> refused(node, claims);
        };
    }

    /** Who mistyped an attribute wants to know the right ones. */
    private String hint(Node node, String message) {
        Set<String> known = message.contains("no such key") ? allocator.attributes(node) : Set.of();
        return known.isEmpty() ? "" : "; the devices have " + String.join(", ", known);
    }

    private Explanation refused(Node node, List<ResourceClaim> claims) {
        String name = node.getMetadata().getName();
        Findings findings = allocator.findings(node, claims);
        Question question = new Question(cluster, node, claims);
        List<Hurdle> hurdles = new Hurdles(question, findings).all();
        List<Reason> reasons = new ArrayList<>(findings.brokenPools());
        List<Reason> sufficient = hurdles.stream()
                .filter(hurdle -> hurdle.removal().apply(question).isAllocatable())
                .map(Hurdle::reason)
                .toList();
        if (!sufficient.isEmpty()) {
            reasons.addAll(sufficient);
            return new Explanation(name, false, true, reasons);
        }
        List<Hurdle> together = together(question, hurdles);
        if (together.isEmpty() && (reasons.isEmpty() || findings.hasDevices())) {
            reasons.addAll(findings.tooFew());
        } else {
            together.forEach(hurdle -> reasons.add(hurdle.reason()));
        }
        return new Explanation(name, false, false, reasons);
    }

    /** The hurdles that have to go together; none when the claims would not fit without all of them either. */
    private static List<Hurdle> together(Question question, List<Hurdle> hurdles) {
        List<Hurdle> kept = new ArrayList<>(hurdles);
        if (!without(question, kept).isAllocatable()) {
            return List.of();
        }
        for (Hurdle hurdle : hurdles) {
            List<Hurdle> fewer = new ArrayList<>(kept);
            fewer.remove(hurdle);
            if (without(question, fewer).isAllocatable()) {
                kept = fewer;
            }
        }
        return kept;
    }

    private static Question without(Question question, List<Hurdle> hurdles) {
        Question relaxed = question;
        // From the last to the first, so that the numbers of those still to go stay true.
        for (Hurdle hurdle : hurdles.reversed()) {
            relaxed = hurdle.removal().apply(relaxed);
        }
        return relaxed;
    }
}
