package io.fairlead.testbed.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.host.kernel.LiveKernelContract;
import io.fairlead.testbed.junit.NestedLab;
import io.fairlead.testbed.system.Command;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the simulated kernel is held to is what Linux does. */
@NestedLab
class KernelContractLabTest {
    @Test
    void linuxDoesWhatItsSimulationDoes(Lab lab) {
        Command.Result result = lab.run(Duration.ofMinutes(15), lab.java(LiveKernelContract.class.getName()));

        assertThat(result.output()).contains("ok a card goes to vfio").doesNotContain("FAILED");
        assertThat(result.status()).isZero();
    }
}
