package io.fairlead.machine.launcher;

import static io.fairlead.machine.MachineSpec.name;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.Architecture;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.Paths;
import io.fairlead.machine.UnrenderableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Renders the pod in which an instance boots. */
public final class LauncherPod {
    private static final String COMPUTE = "compute";
    private static final int LABEL_LENGTH = 63;
    private static final long DEFAULT_GRACE_SECONDS = 30;

    /** For the launcher to shut down after the guest did. */
    private static final long EXTRA_GRACE_SECONDS = 30;

    private final VirtualMachineInstance instance;
    private final VirtualMachineInstanceSpec spec;
    private final ClusterConfig config;
    private final LauncherOptions options;
    private final String namespace;

    private LauncherPod(VirtualMachineInstance instance, ClusterConfig config, LauncherOptions options) {
        this.instance = instance;
        this.spec = instance.getSpec();
        this.config = config;
        this.options = options;
        String space = instance.getMetadata().getNamespace();
        this.namespace = space == null ? "default" : space;
    }

    /**
     * The pod for an instance that admission let pass.
     *
     * @throws UnrenderableException if the configuration lacks what the instance asks for
     */
    public static Pod render(VirtualMachineInstance instance, ClusterConfig config, LauncherOptions options) {
        if (instance.getSpec() == null || instance.getMetadata() == null) {
            throw new UnrenderableException("an instance has metadata and a spec");
        }
        return new LauncherPod(instance, config, options).pod();
    }

    private Pod pod() {
        Bindings bindings = new Bindings(spec, config);
        ComputeResources resources = new ComputeResources(spec, config);
        ResourceRequirements requirements =
                resources.of(new DeviceResources(spec, namespace, config, options), bindings);
        List<Container> sidecars = new Sidecars(spec, config, bindings).containers(resources.isGuaranteed());
        Storage storage = new Storage(spec, options);
        if (!sidecars.isEmpty()) {
            storage.scratch(Sidecars.SOCKETS_VOLUME, Paths.HOOKS);
        }
        if (NetworkInfo.isNeeded(spec, config, bindings)) {
            storage.add(NetworkInfo.volume(), NetworkInfo.mount());
        }
        List<Container> containers = new ArrayList<>();
        containers.add(compute(requirements, storage, sidecars.size()));
        containers.addAll(sidecars);
        return new PodBuilder()
                .withMetadata(metadata(bindings))
                .withSpec(podSpec(storage).withContainers(containers).build())
                .build();
    }

    private ObjectMeta metadata(Bindings bindings) {
        ObjectMeta of = instance.getMetadata();
        ObjectMeta metadata = new ObjectMeta();
        metadata.setGenerateName("virt-launcher-" + of.getName() + "-");
        metadata.setNamespace(namespace);
        Map<String, String> labels = new LinkedHashMap<>(Objects.requireNonNullElse(of.getLabels(), Map.of()));
        labels.put("kubevirt.io", "virt-launcher");
        labels.put("vm.kubevirt.io/name", cut(name(of.getName())));
        Map<String, String> annotations =
                new LinkedHashMap<>(Objects.requireNonNullElse(of.getAnnotations(), Map.of()));
        annotations.keySet().removeIf(key -> key.startsWith("kubectl.kubernetes.io/"));
        annotations.put("kubevirt.io/domain", name(of.getName()));
        annotations.put("kubectl.kubernetes.io/default-container", COMPUTE);
        new NetworkAnnotations(spec, namespace, bindings).addTo(annotations);
        metadata.setAnnotations(annotations);
        // Without a UID the instance is not stored yet, and nothing can belong to it.
        if (of.getUid() != null) {
            labels.put("kubevirt.io/created-by", of.getUid());
            metadata.setOwnerReferences(List.of(new OwnerReferenceBuilder()
                    .withApiVersion(instance.getApiVersion())
                    .withKind(instance.getKind())
                    .withName(of.getName())
                    .withUid(of.getUid())
                    .withController(true)
                    .withBlockOwnerDeletion(true)
                    .build()));
        }
        metadata.setLabels(labels);
        return metadata;
    }

    private PodSpecBuilder podSpec(Storage storage) {
        Map<String, String> nodeSelector = new LinkedHashMap<>(spec.nodeSelector());
        nodeSelector.put("kubevirt.io/schedulable", "true");
        Architecture architecture = Architecture.of(spec.architecture());
        if (architecture != null) {
            nodeSelector.put("kubernetes.io/arch", architecture.wireName());
        }
        return new PodSpecBuilder()
                .withRestartPolicy("Never")
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withHostname(hostname())
                .withSubdomain(spec.subdomain())
                .withDnsPolicy(spec.dnsPolicy())
                .withTerminationGracePeriodSeconds(graceSeconds() + EXTRA_GRACE_SECONDS)
                .withSecurityContext(Privileges.pod())
                .withNodeSelector(nodeSelector)
                .withAffinity(spec.affinity())
                .withTolerations(spec.tolerations())
                .withTopologySpreadConstraints(spec.topologySpreadConstraints())
                .withSchedulerName(spec.schedulerName())
                .withPriorityClassName(spec.priorityClassName())
                .withImagePullSecrets(storage.pullSecrets())
                .addNewReadinessGate()
                .withConditionType("kubevirt.io/virtual-machine-unpaused")
                .endReadinessGate()
                .withResourceClaims(spec.resourceClaims().stream()
                        .map(claim -> new PodResourceClaim(
                                claim.name(), claim.resourceClaimName(), claim.resourceClaimTemplateName()))
                        .toList())
                .withVolumes(storage.volumes());
    }

    private Container compute(ResourceRequirements requirements, Storage storage, int sidecars) {
        ContainerBuilder container = new ContainerBuilder()
                .withName(COMPUTE)
                .withImage(options.image())
                .withArgs(
                        "launcher",
                        "--name",
                        name(instance.getMetadata().getName()),
                        "--namespace",
                        namespace,
                        "--uid",
                        name(instance.getMetadata().getUid()),
                        "--grace-period-seconds",
                        Long.toString(graceSeconds()),
                        "--hook-sidecars",
                        Integer.toString(sidecars))
                .withResources(requirements)
                .withSecurityContext(Privileges.compute())
                .withVolumeMounts(storage.mounts())
                .withVolumeDevices(storage.devices())
                .addNewEnv()
                .withName("POD_NAME")
                .withNewValueFrom()
                .withNewFieldRef()
                .withFieldPath("metadata.name")
                .endFieldRef()
                .endValueFrom()
                .endEnv();
        return container.build();
    }

    private long graceSeconds() {
        return Objects.requireNonNullElse(spec.terminationGracePeriodSeconds(), DEFAULT_GRACE_SECONDS);
    }

    /** An instance's name may have dots and be long; a host's name may not. */
    private String hostname() {
        String wanted = spec.hostname() == null ? name(instance.getMetadata().getName()) : spec.hostname();
        int dot = wanted.indexOf('.');
        return cut(dot > 0 ? wanted.substring(0, dot) : wanted);
    }

    private static String cut(String text) {
        String cut = text.length() > LABEL_LENGTH ? text.substring(0, LABEL_LENGTH) : text;
        return cut.replaceAll("[^a-zA-Z0-9]+$", "");
    }
}
