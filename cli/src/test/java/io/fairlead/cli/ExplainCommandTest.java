package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
    private static final String CLUSTER = """
            apiVersion: v1
            kind: Node
            metadata: {name: node-a}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec: {selectors: [{cel: {expression: "device.driver == 'gpu.example.com'"}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: slice-a}
            spec:
              driver: gpu.example.com
              nodeName: node-a
              pool: {name: node-a, generation: 1, resourceSliceCount: 1}
              devices: [{name: gpu-0}, {name: gpu-1}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: holder, namespace: team}
            spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
            status:
              allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: node-a, device: gpu-0}]}}
            """;
    private static final String TEMPLATE_AND_POD = """
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: gpus, namespace: team}
            spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, count: COUNT}}]}}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: trainer, namespace: team}
            spec: {resourceClaims: [{name: accelerators, resourceClaimTemplateName: gpus}]}
            """;

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aPodThatDoesNotFitLearnsWhoHoldsTheDevice() throws IOException {
        assertThat(run("explain", "pod", "trainer", "-n", "team", "--offline", "-f", file("2")))
                .isZero();
        assertThat(out.toString())
                .contains("fits on 0 of 1 node")
                .contains("node-a: does not fit")
                .contains("2 needed, 1 free and suitable; taken: gpu-0 by claim team/holder");
    }

    @Test
    void aFileIsExplainedWithoutNamingAnything() throws IOException {
        assertThat(run("explain", "--offline", "-f", file("1"), "-o", "json")).isZero();
        assertThat(out.toString()).contains("\"node\" : \"node-a\"").contains("\"fits\" : true");
    }

    @Test
    void whatIsNotThereIsRefusedByName() throws IOException {
        assertThat(run("explain", "claim", "absent", "-n", "team", "--offline", "-f", file("1")))
                .isEqualTo(1);
        assertThat(err.toString()).contains("there is no ResourceClaim team/absent");
        assertThat(run("explain")).isEqualTo(2);
    }

    @Test
    void allocateAnswersEachCaseWithALine() throws IOException {
        Path cases = folder.resolve("cases.jsonl");
        Files.writeString(cases, """
                {"id": "1", "node": {"metadata": {"name": "n"}}, "claims": []}
                {"id": "2", "node": {"metadata": {"name": "n"}}, "claims": [{"metadata": {"name": "c"}, "spec": {"devices": \
                {"requests": [{"name": "r", "exactly": {"deviceClassName": "none", "allocationMode": "ExactCount", "count": 1}}]}}}]}
                """);
        assertThat(run("allocate", "--cases", cases.toString(), "--repeat", "3"))
                .isZero();
        assertThat(out.toString().lines().toList())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("{\"id\":\"1\",\"outcome\":\"allocated\""))
                .anyMatch(line -> line.contains("\"outcome\":\"error\"") && line.contains("device class none"));
        assertThat(run("allocate", "--cases", folder.resolve("absent").toString()))
                .isEqualTo(1);
    }

    private String file(String count) throws IOException {
        Path file = folder.resolve("cluster.yaml");
        Files.writeString(file, CLUSTER + TEMPLATE_AND_POD.replace("COUNT", count));
        return file.toString();
    }

    private int run(String... args) {
        return Fairlead.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
