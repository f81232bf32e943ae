package io.fairlead.contract.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.testbed.system.Command;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people type at kubectl, and what they read: the same on every server. */
abstract class KubectlContract {
    @TempDir
    private Path folder;

    /** kubectl with the options that lead it to the server and to a namespace of the test's own. */
    abstract List<String> kubectl();

    /** What the server can run. */
    abstract String image();

    @Test
    void getNodes() {
        assertThat(ok("get", "nodes").lines().toList())
                .hasSizeGreaterThan(1)
                .first()
                .asString()
                .matches("NAME +STATUS +ROLES +AGE +VERSION");
        assertThat(ok("get", "nodes")).contains(" Ready ");
        assertThat(ok("get", "nodes", "-o", "wide")).contains("INTERNAL-IP").contains("CONTAINER-RUNTIME");
    }

    @Test
    void applyOnTheServerSide() throws IOException {
        Path file = pod("applied");
        assertThat(ok("apply", "--server-side", "-f", file.toString())).isEqualTo("pod/applied serverside-applied\n");
        assertThat(ok("apply", "--server-side", "-f", file.toString())).isEqualTo("pod/applied serverside-applied\n");
        assertThat(ok("get", "pod", "applied", "-o", "yaml", "--show-managed-fields"))
                .contains("manager: kubectl", "operation: Apply");
    }

    /** Commands that make an object from their options, and send it in a form of their own. */
    @Test
    void createFromOptions() throws IOException {
        Path key = Files.write(folder.resolve("key"), new byte[] {-1, 1, 2});
        assertThat(ok("create", "configmap", "made", "--from-literal=colour=blue", "--from-file=" + key))
                .isEqualTo("configmap/made created\n");
        assertThat(ok("get", "configmap", "made", "-o", "jsonpath={.data.colour} {.binaryData.key}"))
                .isEqualTo("blue /wEC");
        assertThat(ok("create", "secret", "generic", "made", "--from-literal=word=secret"))
                .isEqualTo("secret/made created\n");
        assertThat(ok("get", "secret", "made", "-o", "jsonpath={.type} {.data.word}"))
                .isEqualTo("Opaque c2VjcmV0");
        assertThat(ok("create", "serviceaccount", "made")).isEqualTo("serviceaccount/made created\n");
        assertThat(ok("create", "service", "clusterip", "made", "--tcp=80:http"))
                .isEqualTo("service/made created\n");
        assertThat(ok("get", "service", "made", "-o", "jsonpath={.spec.ports[0].port} {.spec.ports[0].targetPort}"))
                .isEqualTo("80 http");
        String namespace = "made-" + System.nanoTime();
        assertThat(ok("create", "namespace", namespace)).isEqualTo("namespace/" + namespace + " created\n");
        ok("delete", "namespace", namespace, "--wait=false");
        assertThat(run("create", "configmap", "made").output())
                .isEqualTo("error: failed to create configmap: configmaps \"made\" already exists\n");
    }

    @Test
    void applyTwiceChangesNothing() throws IOException {
        Path file = pod("twice");
        assertThat(ok("apply", "-f", file.toString())).isEqualTo("pod/twice created\n");
        assertThat(ok("apply", "-f", file.toString())).isEqualTo("pod/twice unchanged\n");
        Files.writeString(file, Files.readString(file).replace("app: demo", "app: other"));
        assertThat(ok("apply", "-f", file.toString())).isEqualTo("pod/twice configured\n");
        assertThat(ok("get", "pod", "twice", "-L", "app")).contains("other");
    }

    @Test
    void getAndWatchWide() throws IOException {
        List<String> bounded = new ArrayList<>(List.of("timeout", "180"));
        bounded.addAll(command("get", "pods", "-o", "wide", "-w", "--field-selector=metadata.name=watched"));
        Process watch = new ProcessBuilder(bounded)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = watch.inputReader()) {
            ok("create", "-f", pod("watched").toString());
            assertThat(lines.readLine())
                    .matches("NAME +READY +STATUS +RESTARTS +AGE +IP +NODE +NOMINATED NODE +READINESS GATES");
            assertThat(lines.lines().filter(line -> line.contains("Running")).findFirst())
                    .get()
                    .asString()
                    .startsWith("watched ")
                    .contains("1/1");
        } finally {
            watch.destroy();
        }
    }

    @Test
    void describe() throws IOException {
        ok("apply", "-f", pod("told").toString());
        ok("wait", "--for=condition=Ready", "pod/told", "--timeout=120s");
        assertThat(ok("describe", "pod", "told"))
                .contains("Name:", "told", "Status:", "Running", "Conditions:", "Events:");
        assertThat(ok("describe", "nodes")).contains("Capacity:", "Allocatable:", " told ");
    }

    @Test
    void labelAndAnnotate() throws IOException {
        ok("apply", "-f", pod("labelled").toString());
        assertThat(ok("label", "pod", "labelled", "tier=front")).isEqualTo("pod/labelled labeled\n");
        assertThat(ok("get", "pods", "-l", "tier=front", "-o", "name")).isEqualTo("pod/labelled\n");
        assertThat(run("label", "pod", "labelled", "tier=back").status()).isEqualTo(1);
        assertThat(ok("label", "pod", "labelled", "tier-")).isEqualTo("pod/labelled unlabeled\n");
        assertThat(ok("annotate", "pod", "labelled", "note=kept")).isEqualTo("pod/labelled annotated\n");
    }

    @Test
    void waitForAConditionAndForTheEnd() throws IOException {
        ok("apply", "-f", pod("awaited").toString());
        assertThat(ok("wait", "--for=condition=Ready", "pod/awaited", "--timeout=120s"))
                .isEqualTo("pod/awaited condition met\n");
        ok("delete", "pod", "awaited", "--wait=false");
        assertThat(run("wait", "--for=delete", "pod/awaited", "--timeout=120s").status())
                .isZero();
    }

    @Test
    void edit() throws IOException {
        ok("apply", "-f", pod("edited").toString());
        Path editor =
                Files.writeString(folder.resolve("editor"), "#!/bin/sh\nsed -i 's/app: demo/app: mine/' \"$1\"\n");
        Files.setPosixFilePermissions(editor, PosixFilePermissions.fromString("rwx------"));
        ProcessBuilder edit = new ProcessBuilder(command("edit", "pod", "edited"));
        edit.environment().put("KUBE_EDITOR", editor.toString());
        assertThat(Command.run(edit).output()).isEqualTo("pod/edited edited\n");
        assertThat(ok("get", "pod", "edited", "-o", "jsonpath={.metadata.labels.app}"))
                .isEqualTo("mine");
    }

    @Test
    void delete() throws IOException {
        ok("apply", "-f", pod("gone").toString());
        assertThat(ok("delete", "pod", "gone")).startsWith("pod \"gone\" deleted");
        Command.Result after = run("get", "pod", "gone");
        assertThat(after.status()).isEqualTo(1);
        assertThat(after.output()).isEqualTo("Error from server (NotFound): pods \"gone\" not found\n");
    }

    @Test
    void anUnknownFieldIsRefusedInTheServersWords() throws IOException {
        Path file = pod("strange");
        Files.writeString(file, Files.readString(file).replace("spec:", "spec:\n  colour: blue"));
        Command.Result result = run("apply", "-f", file.toString());
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.output()).contains("strict decoding error: unknown field \"spec.colour\"");
    }

    private Path pod(String name) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %s
                  labels: {app: demo}
                spec:
                  terminationGracePeriodSeconds: 0
                  containers:
                  - {name: main, image: "%s"}
                """.formatted(name, image()));
    }

    private String ok(String... arguments) {
        Command.Result result = run(arguments);
        assertThat(result.status())
                .as("kubectl %s: %s", String.join(" ", arguments), result.output())
                .isZero();
        return result.output();
    }

    private Command.Result run(String... arguments) {
        return Command.run(command(arguments));
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(kubectl());
        command.addAll(List.of(arguments));
        return command;
    }
}
