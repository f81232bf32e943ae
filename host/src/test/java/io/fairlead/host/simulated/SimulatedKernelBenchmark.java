package io.fairlead.host.simulated;

import io.fairlead.host.CapturedHosts;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Binding;
import java.util.List;
import java.util.Optional;

/** How many times a minute a card changes hands in a simulated machine: a main class, without arguments. */
final class SimulatedKernelBenchmark {
    private static final int ROUNDS = 2_000;

    private SimulatedKernelBenchmark() {}

    @SuppressWarnings("SystemOut") // its output is what it is for
    public static void main(String... arguments) throws Exception {
        List<PciAddress> card = List.of(PciAddress.parse("0000:02:00.0"), PciAddress.parse("0000:02:00.1"));
        SimulatedKernel kernel = SimulatedKernel.of(CapturedHosts.LAB.tree());
        kernel.reboot();
        Binding binding = new Binding(kernel);
        for (int run = 0; run < 3; run++) {
            long start = System.nanoTime();
            for (int round = 0; round < ROUNDS; round++) {
                binding.toVfio(card);
                for (PciAddress function : card) {
                    binding.giveBack(function, Optional.of("e1000e"));
                }
            }
            System.out.printf(
                    "%.2f ms for a card of two functions to vfio-pci and back%n",
                    (System.nanoTime() - start) / 1e6 / ROUNDS);
        }
    }
}
