package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacityBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.dra.AllocatedClaim;
import io.fairlead.dra.CdiDeviceId;
import io.fairlead.dra.CdiEdits;
import io.fairlead.dra.CdiFiles;
import io.fairlead.dra.CdiKind;
import io.fairlead.dra.ClaimRef;
import io.fairlead.dra.DraDriver;
import io.fairlead.dra.DurableFiles;
import io.fairlead.dra.Pool;
import io.fairlead.dra.Prepared;
import io.fairlead.dra.PreparedDevice;
import io.fairlead.kubelet.DraPlugin;
import io.fairlead.kubelet.DraPluginOptions;
import io.fairlead.kubelet.KubeletFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** A DRA driver with made-up cards, behind a socket of the node's kubelet; a device is one claim's at a time. */
public final class SimulatedDriver implements DraDriver {
    /** Selected by device classes: {@code device.driver == "simulated.fairlead.io"}. */
    public static final String NAME = "simulated.fairlead.io";

    private static final int CARDS = 2;

    private final CdiFiles cdi;
    // By device, the uid of the claim that has it. Calls come one at a time.
    private final Map<String, String> holders = new HashMap<>();

    private SimulatedDriver(CdiFiles cdi) {
        this.cdi = cdi;
    }

    /** Registers it with the node's kubelet and publishes what it has. */
    public static AutoCloseable start(KubernetesClient client, SimulatedNode node) {
        SimulatedDriver driver =
                new SimulatedDriver(new CdiFiles(new DurableFiles(), node.cdi(), new CdiKind(NAME, "gpu")));
        try {
            DraPlugin plugin = DraPlugin.start(
                    DraPluginOptions.of(NAME, node.name(), client).withKubelet(KubeletFolder.at(node.kubeletRoot())),
                    driver);
            plugin.publish(List.of(Pool.of(
                    node.name(),
                    IntStream.range(0, CARDS).mapToObj(SimulatedDriver::card).toList())));
            return plugin;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start driver " + NAME + " on " + node.name(), e);
        }
    }

    private static Device card(int index) {
        return new DeviceBuilder()
                .withName("gpu-" + index)
                .addToAttributes("type", text("gpu"))
                .addToAttributes("model", text("Simulated 9000"))
                .addToAttributes("resource.kubernetes.io/pciBusID", text(address("gpu-" + index)))
                .addToCapacity(
                        "memory",
                        new DeviceCapacityBuilder()
                                .withValue(new Quantity("16Gi"))
                                .build())
                .build();
    }

    private static String address(String device) {
        return "0000:%02x:00.0".formatted(0x41 + Integer.parseInt(device.substring("gpu-".length())));
    }

    private static DeviceAttribute text(String value) {
        return new DeviceAttributeBuilder().withString(value).build();
    }

    @Override
    public Prepared prepare(AllocatedClaim claim) throws IOException {
        Map<String, CdiEdits> edits = new HashMap<>();
        for (DeviceRequestAllocationResult result : claim.results()) {
            String device = result.getDevice();
            String holder = holders.getOrDefault(device, claim.uid());
            if (!holder.equals(claim.uid())) {
                throw new IllegalStateException("device %s is still prepared for claim %s".formatted(device, holder));
            }
            String variable = "PCI_RESOURCE_SIMULATED_FAIRLEAD_IO_"
                    + device.replace('-', '_').toUpperCase(Locale.ROOT);
            edits.put(device, CdiEdits.of(List.of(variable + "=" + address(device)), List.of(), List.of()));
        }
        claim.results().forEach(result -> holders.put(result.getDevice(), claim.uid()));
        Map<String, CdiDeviceId> ids = cdi.write(claim.uid(), edits);
        return new Prepared(claim.results().stream()
                .map(result -> PreparedDevice.of(result, List.of(ids.get(result.getDevice()))))
                .toList());
    }

    @Override
    public void unprepare(ClaimRef claim) throws IOException {
        cdi.remove(claim.uid());
        holders.values().removeIf(claim.uid()::equals);
    }
}
