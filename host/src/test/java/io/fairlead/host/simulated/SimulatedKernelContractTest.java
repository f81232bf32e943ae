package io.fairlead.host.simulated;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.fairlead.host.CapturedHosts;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The simulation does as Linux does; the same suite runs on Linux in the lab. */
class SimulatedKernelContractTest {
    private @Nullable KernelServer server;

    @TestFactory
    Stream<DynamicTest> inMemory() throws Exception {
        SimulatedKernel kernel = SimulatedKernel.of(CapturedHosts.LAB.tree());
        return checks(kernel, kernel);
    }

    @TestFactory
    Stream<DynamicTest> inADirectory(@TempDir Path directory) throws Exception {
        SimulatedKernel kernel = SimulatedKernel.in(directory, CapturedHosts.LAB.tree());
        return checks(kernel, kernel);
    }

    @TestFactory
    Stream<DynamicTest> lentToAnother(@TempDir Path directory) throws Exception {
        SimulatedKernel kernel = SimulatedKernel.in(directory.resolve("host"), CapturedHosts.LAB.tree());
        server = KernelServer.start(kernel, directory.resolve("host"), directory.resolve("kernel.sock"));
        return checks(kernel, new RemoteKernel(directory.resolve("kernel.sock")));
    }

    @AfterEach
    void close() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static Stream<DynamicTest> checks(SimulatedKernel kernel, Kernel used) throws Exception {
        kernel.reboot();
        return new KernelContract(used, kernel::open)
                .checks().entrySet().stream()
                        .map(check -> dynamicTest(
                                check.getKey(), () -> check.getValue().run()));
    }
}
