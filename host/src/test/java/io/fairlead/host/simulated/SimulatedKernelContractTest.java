package io.fairlead.host.simulated;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.fairlead.host.CapturedHosts;
import io.fairlead.host.kernel.KernelContract;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The simulation does as Linux does; the same suite runs on Linux in the lab. */
class SimulatedKernelContractTest {
    @TestFactory
    Stream<DynamicTest> inMemory() throws Exception {
        return checks(SimulatedKernel.of(CapturedHosts.LAB.tree()));
    }

    @TestFactory
    Stream<DynamicTest> inADirectory(@TempDir Path directory) throws Exception {
        return checks(SimulatedKernel.in(directory, CapturedHosts.LAB.tree()));
    }

    private static Stream<DynamicTest> checks(SimulatedKernel kernel) throws Exception {
        kernel.reboot();
        return new KernelContract(kernel, kernel::open)
                .checks().entrySet().stream()
                        .map(check -> dynamicTest(
                                check.getKey(), () -> check.getValue().run()));
    }
}
