package io.fairlead.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.allocation.Explainer;
import io.fairlead.allocation.Explanation;
import io.fairlead.allocation.Reason;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says for every node whether claims fit there, and why not. */
@Command(
        name = "explain",
        description = "Say where a pod, a claim or a virtual machine can get its devices, and why not elsewhere.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  fairlead explain claim gpus -n team-a              every node: fits, or why not",
            "  fairlead explain pod trainer -n team-a --node n1   one node",
            "  fairlead explain vmi win11 -n vms -o json          a virtual machine, for scripts",
            "  fairlead explain -f claim.yaml                     a claim that does not exist yet",
            "  fairlead explain -f claim.yaml -f more-gpus.yaml   as if these slices were published too",
            "  fairlead explain --offline -f everything.yaml      without a cluster: all of it is in the file"
        })
final class ExplainCommand implements Runnable {
    /** What can be explained. */
    enum Kind {
        POD,
        CLAIM,
        VMI
    }

    /** How to show it. */
    enum Output {
        TEXT,
        JSON
    }

    @Parameters(index = "0", arity = "0..1", paramLabel = "KIND", description = "pod, claim or vmi.")
    private @Nullable Kind kind;

    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "Its name.")
    private @Nullable String name;

    @Option(
            names = {"-n", "--namespace"},
            defaultValue = "default",
            description = "Its namespace; the default is default.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String namespace;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description = "Objects to look at as if they existed; - is standard input.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--node", paramLabel = "NODE", description = "Only this node.")
    private @Nullable String node;

    @Option(names = "--offline", description = "Do not ask a cluster; everything comes from the files.")
    private boolean offline;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json; the default is text.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Output output;

    @Mixin
    private final ClusterAddress cluster = new ClusterAddress();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        if ((kind == null || name == null) && files.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "say what to explain: KIND and NAME, or -f FILE");
        }
        ClusterSnapshot snapshot = new ClusterSnapshot();
        if (!offline) {
            readCluster(snapshot);
        }
        List<HasMetadata> given = new ManifestFiles(System.in)
                .read(files).stream()
                        .map(manifest -> snapshot.add(manifest.object(), namespace))
                        .toList();
        List<ResourceClaim> claims = claims(snapshot, given);
        List<Node> nodes = nodes(snapshot);
        Explainer explainer = new Explainer(snapshot.cluster());
        List<Explanation> explanations = nodes.stream()
                .map(each -> explainer.explain(each, claims))
                .sorted(Comparator.comparing(Explanation::fits).reversed())
                .toList();
        print(claims, explanations);
    }

    private void readCluster(ClusterSnapshot snapshot) {
        Config config = cluster.config(", or give everything in files with --offline");
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(config)
                        .withRequestRetryBackoffLimit(1)
                        .build())
                .build()) {
            snapshot.readFrom(client, kind == Kind.VMI);
        } catch (KubernetesClientException e) {
            throw new Refusal(
                    "cannot read the cluster at " + config.getMasterUrl() + ": " + e.getMessage()
                            + "; name another with --kubeconfig, or give everything in files with --offline",
                    e);
        }
    }

    private List<ResourceClaim> claims(ClusterSnapshot snapshot, List<HasMetadata> given) {
        ClaimsToExplain found = new ClaimsToExplain(snapshot);
        List<ResourceClaim> claims = new ArrayList<>();
        if (kind != null && name != null) {
            claims.addAll(find(found, kind, namespace, name));
        } else {
            for (HasMetadata object : given) {
                String meant = ClaimsToExplain.KINDS.get(object.getKind());
                if (meant != null && !ClaimsToExplain.isHolder(object)) {
                    String within = object.getMetadata().getNamespace();
                    claims.addAll(find(
                            found,
                            Kind.valueOf(meant.toUpperCase(Locale.ROOT)),
                            within == null ? namespace : within,
                            object.getMetadata().getName()));
                }
            }
        }
        List<ResourceClaim> open = claims.stream()
                .filter(claim -> !ClaimsToExplain.isAllocated(claim))
                .distinct()
                .toList();
        if (open.isEmpty()) {
            throw new Refusal(
                    claims.isEmpty()
                            ? "nothing here asks for devices: no ResourceClaim, and no Pod or machine with resourceClaims"
                            : "nothing to find: "
                                    + claims.stream()
                                            .map(ClaimsToExplain::devices)
                                            .collect(Collectors.joining("; ")));
        }
        return open;
    }

    private static List<ResourceClaim> find(ClaimsToExplain found, Kind kind, String namespace, String name) {
        return switch (kind) {
            case CLAIM -> found.ofClaim(namespace, name);
            case POD -> found.ofPod(namespace, name);
            case VMI -> found.ofMachine(namespace, name);
        };
    }

    private List<Node> nodes(ClusterSnapshot snapshot) {
        List<Node> nodes = snapshot.all(Node.class).stream()
                .filter(each -> node == null || node.equals(each.getMetadata().getName()))
                .toList();
        if (nodes.isEmpty()) {
            throw new Refusal(node == null ? "the cluster has no nodes" : "there is no node " + node);
        }
        return nodes;
    }

    private void print(List<ResourceClaim> claims, List<Explanation> explanations) {
        PrintWriter out = spec.commandLine().getOut();
        if (output == Output.JSON) {
            out.println(json(explanations));
            return;
        }
        long fitting = explanations.stream().filter(Explanation::fits).count();
        List<String> names =
                claims.stream().map(claim -> claim.getMetadata().getName()).toList();
        out.println("claim " + String.join(", ", names) + ": fits on " + fitting + " of " + explanations.size()
                + (explanations.size() == 1 ? " node" : " nodes"));
        for (Explanation explanation : explanations) {
            out.println(explanation.node() + ": " + verdict(explanation));
            for (Reason reason : explanation.reasons()) {
                out.println("  - " + reason);
            }
        }
    }

    private static String verdict(Explanation explanation) {
        if (explanation.fits()) {
            return "fits";
        }
        if (explanation.reasons().size() == 1) {
            return "does not fit";
        }
        return explanation.anyOneHelps()
                ? "does not fit; any one of these out of the way would help"
                : "does not fit; these stand in the way together";
    }

    private static String json(List<Explanation> explanations) {
        ArrayNode nodes = new ObjectMapper().createArrayNode();
        for (Explanation explanation : explanations) {
            ObjectNode one = nodes.addObject().put("node", explanation.node()).put("fits", explanation.fits());
            ArrayNode reasons =
                    one.put("anyOneHelps", explanation.anyOneHelps()).putArray("reasons");
            explanation
                    .reasons()
                    .forEach(reason -> reasons.addObject()
                            .put("obstacle", reason.obstacle().name())
                            .put("subject", reason.subject())
                            .put("text", reason.text()));
        }
        return nodes.toPrettyString();
    }
}
