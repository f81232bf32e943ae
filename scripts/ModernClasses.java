import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Rewrites the classes of a jar that were compiled for Java 5 to a version with stack maps. The JVM keeps no older ones in
 * its cache, so they would be loaded and verified anew at every start.
 *
 * <pre>java scripts/ModernClasses.java JAR</pre>
 */
final class ModernClasses {
    private static final int OLDEST_WITH_STACK_MAPS = ClassFile.JAVA_7_VERSION;

    public static void main(String[] args) throws IOException {
        Path jar = Path.of(args[0]);
        try (URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
            ClassFile format = ClassFile.of(
                    StackMapsOption.GENERATE_STACK_MAPS,
                    ConstantPoolSharingOption.NEW_POOL,
                    ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes)));
            ClassTransform modern = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
                    .andThen((builder, element) -> {
                        if (element instanceof ClassFileVersion) {
                            builder.withVersion(ClassFile.JAVA_17_VERSION, 0);
                        } else {
                            builder.with(element);
                        }
                    });
            for (Path file : classFiles(files)) {
                var model = format.parse(Files.readAllBytes(file));
                if (model.majorVersion() < OLDEST_WITH_STACK_MAPS) {
                    Files.write(file, format.transformClass(model, modern));
                }
            }
        }
    }

    private static List<Path> classFiles(FileSystem files) throws IOException {
        try (Stream<Path> all = Files.walk(files.getPath("/"))) {
            return all.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }
}
