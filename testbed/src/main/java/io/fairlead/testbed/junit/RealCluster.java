package io.fairlead.testbed.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test class against a real Kubernetes.
 *
 * <p>Test methods may have these parameters: {@link io.fabric8.kubernetes.client.KubernetesClient} (an admin, at home in
 * the test's own namespace), {@link TestNamespace}, {@link io.fairlead.testbed.node.RealNode} (the first such parameter is
 * the first node, the second the second), {@link io.fairlead.testbed.Testbed} (URL, TLS context, kubeconfig, kubectl). Where the machine cannot run it, the tests are skipped with the reason; with {@code CI=true} in the environment
 * they fail.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(RealClusterExtension.class)
public @interface RealCluster {
    /** How many real nodes the class needs: none, one or two. Other classes may have brought more. */
    int nodes() default 0;

    /** The version of Kubernetes; empty: what {@code -Dfairlead.kubernetes} says, else the default. */
    String kubernetes() default "";

    /** More flags for the API server. A class that has some has a cluster of its own. */
    String[] apiServerFlags() default {};
}
