package io.fairlead.contract.driver;

import io.fabric8.kubernetes.api.model.resource.v1.*;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fairlead.dra.*;
import io.fairlead.kubelet.*;
import java.io.IOException;
import java.nio.file.Path;
import java.util.*;

/** Hands out /dev/null under two other names. */
public final class NullDriver implements DraDriver {
    static final String NAME = "null.example.com";
    static final SortedMap<String, Device> DEVICES =
            new TreeMap<>(Map.of("null-0", device("null-0", "black"), "null-1", device("null-1", "white")));

    private final CdiFiles cdi;
    private final MetadataFiles metadata;

    NullDriver(KubeletFolder kubelet, Path cdiFolder) {
        FileStore files = new DurableFiles();
        cdi = new CdiFiles(files, cdiFolder, new CdiKind(NAME, "device"));
        metadata = new MetadataFiles(files, NAME, kubelet.plugin(NAME), kubelet.pluginOnNode(NAME), cdiFolder);
    }

    public static void main(String[] args) throws Exception {
        String node = System.getenv("NODE_NAME");
        var options = DraPluginOptions.of(NAME, node, new KubernetesClientBuilder().build());
        var plugin = DraPlugin.start(options, new NullDriver(options.kubelet(), Path.of("/var/run/cdi")));
        plugin.publish(List.of(Pool.of(node, List.copyOf(DEVICES.values()))));
        Runtime.getRuntime().addShutdownHook(new Thread(plugin::close));
        Thread.currentThread().join();
    }

    @Override
    public Prepared prepare(AllocatedClaim claim) throws IOException {
        Map<String, CdiEdits> edits = new TreeMap<>();
        for (DeviceRequestAllocationResult result : claim.results()) {
            String name = result.getDevice();
            var node = CdiEdits.DeviceNode.of("/dev/" + name, "/dev/null", "rw");
            edits.put(name, CdiEdits.of(List.of("GOT=" + name), List.of(node), List.of()));
        }
        Map<String, CdiDeviceId> ids = cdi.write(claim.uid(), edits);
        Prepared prepared = Prepared.of(claim, result -> List.of(ids.get(result.getDevice())));
        return metadata.attach(
                claim, prepared, result -> MetadataFiles.describe(result, DEVICES.get(result.getDevice())));
    }

    @Override
    public void unprepare(ClaimRef claim) throws IOException {
        cdi.remove(claim.uid());
        metadata.remove(claim);
    }

    private static Device device(String name, String color) {
        var attribute = new DeviceAttributeBuilder().withString(color).build();
        return new DeviceBuilder()
                .withName(name)
                .addToAttributes("color", attribute)
                .build();
    }
}
