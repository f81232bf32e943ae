package io.fairlead.host.kernel;

import io.fairlead.host.kernel.KernelContract.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Runs {@link KernelContract} on the kernel of this machine: {@code java -cp … io.fairlead.host.kernel.LiveKernelContract}.
 * Prints a line per check, {@code ok} or {@code FAILED}, and ends with 0 if all are ok. The machine's devices change hands
 * meanwhile, so it is for a machine that is nobody's.
 */
public final class LiveKernelContract {
    private LiveKernelContract() {}

    @SuppressWarnings("SystemOut") // its output is what it is for
    public static void main(String... arguments) {
        // A machine that is emulated may need long for what a real one does at once.
        Kernel kernel = new LiveKernel(Path.of("/"), Duration.ofMinutes(2));
        KernelContract contract = new KernelContract(kernel, LiveKernelContract::open);
        int failures = 0;
        for (Map.Entry<String, Check> check : contract.checks().entrySet()) {
            long start = System.nanoTime();
            try {
                check.getValue().run();
                System.out.printf("ok %s (%d ms)%n", check.getKey(), (System.nanoTime() - start) / 1_000_000);
            } catch (Exception | AssertionError failure) {
                failures++;
                System.out.printf("FAILED %s: %s%n", check.getKey(), failure);
            }
        }
        System.exit(failures == 0 ? 0 : 1);
    }

    /** Another process that has the node open and nothing else to do. */
    private static AutoCloseable open(String node) throws IOException {
        Process process = new ProcessBuilder("sh", "-c", "exec 3<>/" + node + "; echo open; read _").start();
        process.inputReader().readLine();
        return () -> {
            process.destroyForcibly();
            process.waitFor();
        };
    }
}
