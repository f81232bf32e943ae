package io.fairlead.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The modules follow the path of a device; what stands earlier on it knows nothing of what comes later. */
class ModuleDirectionsTest {
    /** What a module may use of the others; whatever those use, it may use too. {@code testbed} and {@code cli} may use all. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("host", Set.of()),
            Map.entry("api", Set.of()),
            Map.entry("wire", Set.of()),
            Map.entry("cel", Set.of()),
            Map.entry("allocation", Set.of("cel")),
            Map.entry("machine", Set.of("host", "api")),
            Map.entry("reconcile", Set.of()),
            Map.entry("dra", Set.of("api", "reconcile")),
            Map.entry("kubelet", Set.of("wire", "dra")),
            Map.entry("agent", Set.of("host", "machine", "kubelet")),
            Map.entry("controller", Set.of("machine", "allocation", "reconcile")),
            Map.entry("launcher", Set.of("machine", "wire")),
            Map.entry("binding", Set.of("machine", "host", "wire")),
            Map.entry("virtualnode", Set.of("dra", "reconcile")),
            Map.entry("sandbox", Set.of("allocation", "kubelet", "host", "reconcile")));

    private static final Set<String> MAY_USE_ALL = Set.of("testbed", "cli");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.fairlead");

    @Test
    void everyModuleIsKnownHere() {
        Set<String> modules = CLASSES.stream().map(ModuleDirectionsTest::module).collect(Collectors.toSet());
        Set<String> known = new HashSet<>(MAY_USE.keySet());
        known.addAll(MAY_USE_ALL);
        assertThat(modules).contains("cli").isSubsetOf(known);
    }

    @Test
    void noModuleUsesALaterOne() {
        Set<String> against = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            if (MAY_USE_ALL.contains(module(type))) {
                continue;
            }
            Set<String> allowed = closure(module(type));
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (target.getPackageName().startsWith("io.fairlead.") && !allowed.contains(module(target))) {
                    against.add(type.getName() + " uses " + target.getName());
                }
            }
        }
        assertThat(against).isEmpty();
    }

    @Test
    void theHostNeedsNothingButTheJdk() {
        noClasses()
                .that()
                .resideInAPackage("io.fairlead.host..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("io.fairlead.host..", "java..", "javax..", "org.jspecify..")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void whatDecidesTouchesNoFilesNoNetworkAndNoCluster() {
        noClasses()
                .that()
                .resideInAnyPackage("io.fairlead.machine..", "io.fairlead.allocation..", "io.fairlead.api..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "java\\.nio\\.file\\.Files|java\\.net\\.http\\..*|java\\.net\\.Socket|java\\.time\\.Clock|io\\.fabric8\\.kubernetes\\.client\\.KubernetesClient")
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    private static String module(JavaClass type) {
        return type.getPackageName().split("\\.")[2];
    }

    private static Set<String> closure(String module) {
        Set<String> all = new HashSet<>(Set.of(module));
        for (String used : MAY_USE.getOrDefault(module, Set.of())) {
            all.addAll(closure(used));
        }
        return all;
    }
}
