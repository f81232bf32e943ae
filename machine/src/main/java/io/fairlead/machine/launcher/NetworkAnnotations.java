package io.fairlead.machine.launcher;

import static io.fairlead.machine.MachineSpec.name;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.api.kubevirt.BindingPlugin;
import io.fairlead.api.kubevirt.ClaimRequest;
import io.fairlead.api.kubevirt.Interface;
import io.fairlead.api.kubevirt.MultusNetwork;
import io.fairlead.api.kubevirt.Network;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.MachineSpec;
import io.fairlead.machine.NetworkNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the pod tells Multus and DRA drivers about the machine's networks. */
final class NetworkAnnotations {
    static final String NETWORKS = "k8s.v1.cni.cncf.io/networks";
    static final String DEFAULT_NETWORK = "v1.multus-cni.io/default-network";
    static final String DRA_NETWORKS = "kubevirt.io/dra-networks";

    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    private final VirtualMachineInstanceSpec spec;
    private final String namespace;
    private final Bindings bindings;

    NetworkAnnotations(VirtualMachineInstanceSpec spec, String namespace, Bindings bindings) {
        this.spec = spec;
        this.namespace = namespace;
        this.bindings = bindings;
    }

    void addTo(Map<String, String> annotations) {
        List<Object> attachments = new ArrayList<>();
        List<Object> claimed = new ArrayList<>();
        for (Network network : spec.networks()) {
            Interface card = MachineSpec.networkInterface(spec, name(network.name()));
            if (network.multus() != null && Boolean.TRUE.equals(network.multus().isDefault())) {
                annotations.put(DEFAULT_NETWORK, name(network.multus().networkName()));
            } else if (network.multus() != null) {
                attachments.add(attachment(network, network.multus(), card));
            }
            BindingPlugin plugin = card == null ? null : bindings.pluginOf(card);
            if (card != null && plugin != null && plugin.networkAttachmentDefinition() != null) {
                attachments.add(pluginAttachment(network, card, plugin, plugin.networkAttachmentDefinition()));
            }
            if (network.resourceClaim() != null && card != null && card.macAddress() != null) {
                claimed.add(claimed(network.resourceClaim(), card.macAddress()));
            }
        }
        if (!attachments.isEmpty()) {
            annotations.put(NETWORKS, JSON.asJson(attachments));
        }
        if (!claimed.isEmpty()) {
            annotations.put(DRA_NETWORKS, JSON.asJson(claimed));
        }
    }

    private Map<String, Object> attachment(Network network, MultusNetwork multus, @Nullable Interface card) {
        Map<String, Object> fields = qualified(name(multus.networkName()));
        fields.put("interface", NetworkNames.podInterface(name(network.name())));
        if (card != null && card.macAddress() != null) {
            fields.put("mac", card.macAddress());
        }
        return fields;
    }

    /** The plugin's own CNI runs after the network's and learns which network it is for. */
    private Map<String, Object> pluginAttachment(
            Network network, Interface card, BindingPlugin plugin, String definition) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("logicNetworkName", network.name());
        arguments.putAll(plugin.more());
        if (card.binding() != null) {
            arguments.putAll(card.binding().more());
        }
        Map<String, Object> fields = qualified(definition);
        fields.put("cni-args", arguments);
        return fields;
    }

    private static Map<String, Object> claimed(ClaimRequest request, String mac) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("claimName", request.claimName());
        fields.put("requestName", request.requestName());
        fields.put("mac", mac);
        return fields;
    }

    private Map<String, Object> qualified(String definition) {
        int slash = definition.indexOf('/');
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", definition.substring(slash + 1));
        fields.put("namespace", slash < 0 ? namespace : definition.substring(0, slash));
        return fields;
    }
}
