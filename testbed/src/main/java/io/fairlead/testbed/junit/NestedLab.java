package io.fairlead.testbed.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test class against the lab machine, which is a node of a real Kubernetes.
 *
 * <p>Test methods may have the parameters of {@link RealCluster} and these: {@link io.fairlead.testbed.lab.Lab} and
 * {@link io.fairlead.testbed.node.LabNode}. The machine is shared by all classes of a JVM, and has the class path of the tests: a
 * test can run a {@code main} of its own inside. Where this machine cannot run it, the tests are skipped with the reason; with
 * {@code CI=true} in the environment they fail.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@RealCluster
@ExtendWith(NestedLabExtension.class)
public @interface NestedLab {}
