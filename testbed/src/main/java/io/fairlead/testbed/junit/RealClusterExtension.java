package io.fairlead.testbed.junit;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.TestbedOptions;
import io.fairlead.testbed.node.RealNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives tests what {@link RealCluster} promises. JUnit closes what is put into its stores, the clusters that classes share at the very end. */
final class RealClusterExtension implements ExecutionCondition, ParameterResolver {
    private static final Namespace STORE = Namespace.create(RealClusterExtension.class);
    private static final Set<Class<?>> PARAMETERS =
            Set.of(Testbed.class, KubernetesClient.class, TestNamespace.class, RealNode.class);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return condition(
                Testbed.missing(options(context).kubernetes(), wanted(context).nodes()));
    }

    /** What is missing makes a test skipped, except where nobody would notice. */
    static ConditionEvaluationResult condition(Optional<String> missing) {
        if ("true".equals(System.getenv("CI"))) {
            return ConditionEvaluationResult.enabled("with CI=true a cluster that cannot be started is a failure");
        }
        return missing.map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("this machine can run it"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return PARAMETERS.contains(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        if (type == Testbed.class) {
            return testbed(context);
        }
        if (type == RealNode.class) {
            return testbed(context).nodes(wanted(context).nodes()).get(nodesBefore(parameter));
        }
        Home home = home(context);
        return type == TestNamespace.class ? home.namespace() : home.client();
    }

    static Testbed testbed(ExtensionContext context) {
        TestbedOptions options = options(context);
        Testbed testbed = store(context, options).computeIfAbsent(options, Testbed::start, Testbed.class);
        testbed.nodes(wanted(context).nodes());
        return testbed;
    }

    /** A cluster with flags of its own ends with the class that wanted it: an idle one takes time from those that work. */
    private static Store store(ExtensionContext context, TestbedOptions options) {
        ExtensionContext owner = context.getRoot();
        if (!options.apiServerFlags().isEmpty()) {
            owner = context;
            while (owner.getTestMethod().isPresent()) {
                owner = owner.getParent().orElseThrow();
            }
        }
        return owner.getStore(STORE);
    }

    /** One per test; a class-level method that asks gets one for the class. */
    private static Home home(ExtensionContext context) {
        return context.getStore(STORE)
                .computeIfAbsent(context.getUniqueId(), id -> Home.create(testbed(context)), Home.class);
    }

    private static TestbedOptions options(ExtensionContext context) {
        RealCluster wanted = wanted(context);
        TestbedOptions options = TestbedOptions.forTests().withApiServerFlags(List.of(wanted.apiServerFlags()));
        return wanted.kubernetes().isEmpty() ? options : options.withKubernetes(wanted.kubernetes());
    }

    private static RealCluster wanted(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(
                        context.getRequiredTestClass(), RealCluster.class, context.getEnclosingTestClasses())
                .orElseThrow();
    }

    private static int nodesBefore(ParameterContext parameter) {
        return (int) Stream.of(parameter.getDeclaringExecutable().getParameterTypes())
                .limit(parameter.getIndex())
                .filter(type -> type == RealNode.class)
                .count();
    }

    /** A test's namespace and the client that is at home there. */
    private record Home(TestNamespace namespace, KubernetesClient client) implements AutoCloseable {
        static Home create(Testbed testbed) {
            String name;
            try (KubernetesClient admin = testbed.client("default")) {
                name = admin.resource(new NamespaceBuilder()
                                .withNewMetadata()
                                .withGenerateName("test-")
                                .endMetadata()
                                .build())
                        .create()
                        .getMetadata()
                        .getName();
            }
            KubernetesClient client = testbed.client(name);
            // Pods are refused until their service account is there.
            client.serviceAccounts()
                    .withName("default")
                    .waitUntilCondition(found -> found != null, 3, TimeUnit.MINUTES);
            return new Home(new TestNamespace(name), client);
        }

        /** Ends what runs. The rest stays: to empty a namespace keeps the cluster busy for longer than most tests do. */
        @Override
        public void close() {
            client.pods().delete();
            client.close();
        }
    }
}
