package io.fairlead.sandbox.api;

import com.sun.management.OperatingSystemMXBean;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;

/**
 * How fast the embedded API server creates pods and lists them, and on request a real one beside it.
 *
 * <p>{@code ./mvnw -q -pl sandbox -am test-compile}, then run this class with the test class path; {@code --compare
 * KUBECONFIG} names a real API server. A namespace of its own is made there and deleted at the end.
 */
final class ApiServerBenchmark {
    private static final int CONNECTIONS = 8;
    private static final int PODS = 10_000;
    // A real server takes minutes for as many, and its speed does not depend on the number.
    private static final int REAL_PODS = 2_000;
    private static final int LISTS = 7;
    private static final int WARM_UPS = 5;
    private static final String NAMESPACE = "fairlead-benchmark";
    private static final byte[] NOTHING = {};

    private record Target(String name, URI url, SocketFactory sockets, int pods) {}

    /** @param cpuMicros of this process per create: on a busy machine, the number to compare */
    private record Result(double createsPerSecond, double cpuMicros, double listMillis, long listBytes, int pods) {
        double listMicrosPerPod() {
            return listMillis * 1e3 / pods;
        }
    }

    private ApiServerBenchmark() {}

    public static void main(String[] args) throws Exception {
        Result sandbox;
        try (ApiServer server = ApiServer.start(ApiServerOptions.defaults())) {
            var target = new Target("sandbox", server.url(), SocketFactory.getDefault(), PODS);
            for (int i = 0; i < WARM_UPS; i++) {
                measure(target);
            }
            sandbox = measure(target);
            print(target, sandbox);
        }
        if (args.length == 2 && args[0].equals("--compare")) {
            Config config = Config.fromKubeconfig(Files.readString(Path.of(args[1])));
            var target = new Target(
                    "real API server",
                    URI.create(config.getMasterUrl()),
                    SSLUtils.sslContext(config).getSocketFactory(),
                    REAL_PODS);
            Result real = measure(target);
            print(target, real);
            System.out.printf(
                    "ratio: the sandbox creates %.1f times as fast and lists %.1f times as fast (per pod)%n",
                    sandbox.createsPerSecond() / real.createsPerSecond(),
                    real.listMicrosPerPod() / sandbox.listMicrosPerPod());
        }
    }

    private static void print(Target target, Result result) {
        System.out.printf(
                "%s: %.0f pod creates/s over %d connections (%.0f us of this process' CPU each); list of %d pods (%.1f MB)"
                        + " in %.0f ms%n",
                target.name(),
                result.createsPerSecond(),
                CONNECTIONS,
                result.cpuMicros(),
                result.pods(),
                result.listBytes() / 1e6,
                result.listMillis());
    }

    private static Result measure(Target target) throws Exception {
        try (var connection = new RawConnection(target.url(), target.sockets())) {
            expect(201, connection.send("POST", "/api/v1/namespaces", json("Namespace", NAMESPACE, "")));
            String pods = "/api/v1/namespaces/" + NAMESPACE + "/pods";
            long cpu = cpuNanos();
            double creates = create(target, pods);
            double cpuMicros = (cpuNanos() - cpu) / 1e3 / target.pods();
            double best = Double.MAX_VALUE;
            long bytes = 0;
            for (int i = 0; i < LISTS; i++) {
                long start = System.nanoTime();
                RawConnection.Response list = connection.send("GET", pods, NOTHING);
                expect(200, list);
                best = Math.min(best, (System.nanoTime() - start) / 1e6);
                bytes = list.bytes();
            }
            // A busy server may need more time for all of them than it gives to one request.
            RawConnection.Response deleted;
            do {
                deleted = connection.send("DELETE", pods + "?gracePeriodSeconds=0", NOTHING);
            } while (deleted.code() == 504);
            expect(200, deleted);
            expect(200, connection.send("DELETE", "/api/v1/namespaces/" + NAMESPACE, NOTHING));
            while (connection
                            .send("GET", "/api/v1/namespaces/" + NAMESPACE, NOTHING)
                            .code()
                    == 200) {
                Thread.onSpinWait();
            }
            return new Result(creates, cpuMicros, best, bytes, target.pods());
        }
    }

    private static double create(Target target, String pods) throws Exception {
        var next = new AtomicInteger();
        List<Callable<Void>> clients = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            clients.add(() -> {
                try (var connection = new RawConnection(target.url(), target.sockets())) {
                    for (int number = next.getAndIncrement(); number < target.pods(); number = next.getAndIncrement()) {
                        byte[] pod = json("Pod", "pod-" + number, POD_SPEC);
                        expect(201, connection.send("POST", pods, pod));
                    }
                }
                return null;
            });
        }
        long start = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> client : threads.invokeAll(clients)) {
                client.get();
            }
        }
        return target.pods() / ((System.nanoTime() - start) / 1e9);
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void expect(int code, RawConnection.Response response) throws IOException {
        if (response.code() != code) {
            throw new IOException("expected " + code + " but got " + response);
        }
    }

    private static final String POD_SPEC = """
            ,"spec":{"automountServiceAccountToken":false,"containers":[{"name":"main","image":"registry.example/app:1.2",
            "args":["--listen","0.0.0.0:8080"],"ports":[{"containerPort":8080,"name":"http"}],
            "env":[{"name":"MODE","value":"benchmark"}],"resources":{"requests":{"cpu":"100m","memory":"64Mi"},
            "limits":{"memory":"128Mi"}}}],"nodeSelector":{"kubernetes.io/os":"linux"}}""";

    private static byte[] json(String kind, String name, String rest) {
        String object = "{\"apiVersion\":\"v1\",\"kind\":\"" + kind + "\",\"metadata\":{\"name\":\"" + name
                + "\",\"labels\":{\"app\":\"benchmark\"}}" + rest + "}";
        return object.getBytes(StandardCharsets.UTF_8);
    }
}
