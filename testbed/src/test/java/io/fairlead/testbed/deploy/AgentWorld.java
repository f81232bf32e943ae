package io.fairlead.testbed.deploy;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.SriovNetworkDevice;
import java.util.List;

/** A node, a pod there and its claim of a device, as an agent finds them. Nothing of it runs: only the API is asked. */
record AgentWorld(KubernetesClient admin, String namespace, String node) implements AutoCloseable {
    static final String DRIVER = "pci.fairlead.io";

    static AgentWorld create(KubernetesClient admin, String namespace) {
        AgentWorld world = new AgentWorld(admin, namespace, namespace + "-node");
        DeviceNeeds.define(admin);
        world.createNode(world.node());
        world.createPod();
        world.createClaim();
        return world;
    }

    String pod() {
        return "consumer";
    }

    String claim() {
        return "device";
    }

    void createNode(String name) {
        admin.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    ResourceSlice slice(String driver, String nodeName) {
        return new ResourceSliceBuilder()
                .withNewMetadata()
                .withGenerateName(namespace + "-")
                .endMetadata()
                .withNewSpec()
                .withDriver(driver)
                .withNodeName(nodeName)
                .withNewPool()
                .withName(nodeName)
                .withGeneration(1L)
                .withResourceSliceCount(1L)
                .endPool()
                .endSpec()
                .build();
    }

    ResourceSlice publish(String driver, String nodeName) {
        return admin.resource(slice(driver, nodeName)).create();
    }

    /** A client with a token of a pod on that node, as the kubelet mounts it into the agent's container. */
    KubernetesClient agent(String accountNamespace, String account, String nodeName) {
        admin.serviceAccounts()
                .inNamespace(accountNamespace)
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(account)
                        .endMetadata()
                        .build())
                .serverSideApply();
        String token = AgentAccount.token(admin, accountNamespace, account, nodeName, "none");
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(admin.getConfiguration().getMasterUrl())
                .withCaCertData(admin.getConfiguration().getCaCertData())
                .withOauthToken(token)
                .withNamespace(namespace)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @Override
    public void close() {
        admin.resources(PciDevice.class).withLabel("nodename", node).delete();
        admin.resources(PciDeviceClaim.class).withLabel("nodename", node).delete();
        admin.resources(SriovNetworkDevice.class).withLabel("nodename", node).delete();
        admin.resources(ResourceSlice.class).withField("spec.nodeName", node).delete();
        admin.nodes().withName(node).delete();
    }

    private void createPod() {
        admin.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(pod())
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .addNewContainer()
                        .withName("main")
                        .withImage("none")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    private void createClaim() {
        ResourceClaim claim = admin.resource(new ResourceClaimBuilder()
                        .withNewMetadata()
                        .withName(claim())
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewSpec()
                        .withNewDevices()
                        .addNewRequest()
                        .withName("one")
                        .withNewExactly()
                        .withDeviceClassName(DRIVER)
                        .endExactly()
                        .endRequest()
                        .endDevices()
                        .endSpec()
                        .build())
                .create();
        admin.resource(new ResourceClaimBuilder(claim)
                        .withNewStatus()
                        .withNewAllocation()
                        .withNodeSelector(new NodeSelectorBuilder()
                                .addNewNodeSelectorTerm()
                                .addToMatchFields(new NodeSelectorRequirement("metadata.name", "In", List.of(node)))
                                .endNodeSelectorTerm()
                                .build())
                        .withNewDevices()
                        .addNewResult()
                        .withRequest("one")
                        .withDriver(DRIVER)
                        .withPool(node)
                        .withDevice("device")
                        .endResult()
                        .endDevices()
                        .endAllocation()
                        .endStatus()
                        .build())
                .updateStatus();
    }
}
