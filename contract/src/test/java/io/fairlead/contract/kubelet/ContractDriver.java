package io.fairlead.contract.kubelet;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
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
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Two cards; a container that has one has a variable and a device node of it. */
final class ContractDriver implements DraDriver, AutoCloseable {
    static final String NAME = "contract.example.com";

    final List<String> prepared = new CopyOnWriteArrayList<>();
    final List<String> unprepared = new CopyOnWriteArrayList<>();
    final AtomicInteger registrations = new AtomicInteger();
    volatile boolean broken;

    private final CdiFiles cdi;
    private final DraPlugin plugin;

    ContractDriver(ContractNode node) throws IOException {
        cdi = new CdiFiles(new DurableFiles(), node.cdi(), new CdiKind(NAME, "card"));
        DraPlugin.Listener listener = new DraPlugin.Listener() {
            @Override
            public void registered() {
                registrations.incrementAndGet();
            }
        };
        plugin = DraPlugin.start(
                DraPluginOptions.of(NAME, node.name(), node.client())
                        .withKubelet(node.kubelet())
                        .withListener(listener),
                this);
        plugin.publish(List.of(Pool.of(
                node.name(),
                List.of(
                        new DeviceBuilder().withName("card-0").build(),
                        new DeviceBuilder().withName("card-1").build()))));
    }

    @Override
    public Prepared prepare(AllocatedClaim claim) throws IOException {
        if (broken) {
            throw new IOException("the card is on fire");
        }
        prepared.add(claim.uid());
        String device = claim.results().getFirst().getDevice();
        CdiEdits edits = CdiEdits.of(
                List.of("CARD=" + device), List.of(CdiEdits.DeviceNode.of("/dev/card0", "/dev/null", "rw")), List.of());
        Map<String, CdiDeviceId> ids = cdi.write(claim.uid(), Map.of("card", edits));
        return new Prepared(List.of(PreparedDevice.of(claim.results().getFirst(), List.copyOf(ids.values()))));
    }

    @Override
    public void unprepare(ClaimRef claim) throws IOException {
        cdi.remove(claim.uid());
        unprepared.add(claim.uid());
    }

    /** The claims that have CDI files. */
    List<String> files() throws IOException {
        return cdi.claims();
    }

    @Override
    public void close() {
        plugin.close();
    }
}
