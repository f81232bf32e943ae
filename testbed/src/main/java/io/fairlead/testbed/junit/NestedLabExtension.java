package io.fairlead.testbed.junit;

import io.fairlead.testbed.lab.Lab;
import io.fairlead.testbed.lab.LabOptions;
import io.fairlead.testbed.node.LabNode;
import java.io.File;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests what {@link NestedLab} promises on top of the cluster. */
final class NestedLabExtension implements ExecutionCondition, ParameterResolver {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return RealClusterExtension.condition(Lab.missing());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Lab.class || type == LabNode.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        LabNode node = RealClusterExtension.testbed(context).lab(options());
        return parameter.getParameter().getType() == Lab.class ? node.lab() : node;
    }

    private static LabOptions options() {
        return LabOptions.plain()
                .withClassPath(Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(Path::of)
                        .toList());
    }
}
