package io.fairlead.machine.launcher;

import static io.fairlead.machine.MachineSpec.name;

import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeDevice;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fairlead.api.kubevirt.CloudInit;
import io.fairlead.api.kubevirt.ContainerDisk;
import io.fairlead.api.kubevirt.HostDisk;
import io.fairlead.api.kubevirt.KernelBootContainer;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.MachineSpec;
import io.fairlead.machine.Paths;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The volumes of the pod, where the launcher finds them, and the secrets that pull their images. */
final class Storage {
    private static final String KERNEL_BOOT = "kernel-boot";

    private final List<Volume> volumes = new ArrayList<>();
    private final List<VolumeMount> mounts = new ArrayList<>();
    private final List<VolumeDevice> devices = new ArrayList<>();
    private final Set<LocalObjectReference> pullSecrets = new LinkedHashSet<>();
    private final LauncherOptions options;

    Storage(VirtualMachineInstanceSpec spec, LauncherOptions options) {
        this.options = options;
        scratch("private", Paths.PRIVATE);
        scratch("public", Paths.SHARED);
        scratch("ephemeral-disks", Paths.EPHEMERAL_DISKS);
        scratch("libvirt-runtime", Paths.LIBVIRT);
        for (io.fairlead.api.kubevirt.Volume volume : spec.volumes()) {
            add(volume);
        }
        var firmware = MachineSpec.domain(spec).firmware();
        if (firmware != null
                && firmware.kernelBoot() != null
                && firmware.kernelBoot().container() != null) {
            add(firmware.kernelBoot().container());
        }
    }

    List<Volume> volumes() {
        return volumes;
    }

    List<VolumeMount> mounts() {
        return mounts;
    }

    List<VolumeDevice> devices() {
        return devices;
    }

    List<LocalObjectReference> pullSecrets() {
        return List.copyOf(pullSecrets);
    }

    void scratch(String name, String path) {
        volumes.add(new VolumeBuilder()
                .withName(name)
                .withNewEmptyDir()
                .endEmptyDir()
                .build());
        mount(name, path, false);
    }

    void add(Volume volume, VolumeMount mount) {
        volumes.add(volume);
        mounts.add(mount);
    }

    private void add(io.fairlead.api.kubevirt.Volume volume) {
        String name = name(volume.name());
        if (volume.containerDisk() != null) {
            add(name, volume.containerDisk());
        } else if (volume.persistentVolumeClaim() != null) {
            claim(
                    name,
                    name(volume.persistentVolumeClaim().claimName()),
                    Boolean.TRUE.equals(volume.persistentVolumeClaim().readOnly()));
        } else if (volume.dataVolume() != null) {
            claim(name, name(volume.dataVolume().name()), false);
        } else if (volume.hostDisk() != null) {
            add(name, volume.hostDisk());
        } else if (volume.cloudInitNoCloud() != null) {
            add(name, volume.cloudInitNoCloud());
        } else if (volume.cloudInitConfigDrive() != null) {
            add(name, volume.cloudInitConfigDrive());
        }
    }

    /** The kubelet mounts the image itself, so no container has to be kept alive for its files. */
    private void add(String name, ContainerDisk disk) {
        image(name, Paths.containerDisk(name), name(disk.image()), disk.imagePullPolicy(), disk.imagePullSecret());
    }

    private void add(KernelBootContainer kernel) {
        image(
                KERNEL_BOOT,
                Paths.kernelBoot(),
                name(kernel.image()),
                kernel.imagePullPolicy(),
                kernel.imagePullSecret());
    }

    private void image(String name, String path, String reference, @Nullable String policy, @Nullable String secret) {
        volumes.add(new VolumeBuilder()
                .withName(name)
                .withNewImage()
                .withReference(reference)
                .withPullPolicy(policy)
                .endImage()
                .build());
        mount(name, path, true);
        if (secret != null) {
            pullSecrets.add(new LocalObjectReference(secret));
        }
    }

    private void claim(String name, String claim, boolean readOnly) {
        volumes.add(new VolumeBuilder()
                .withName(name)
                .withNewPersistentVolumeClaim()
                .withClaimName(claim)
                .withReadOnly(readOnly ? true : null)
                .endPersistentVolumeClaim()
                .build());
        if (options.blockClaims().contains(claim)) {
            devices.add(new VolumeDevice(Paths.blockDevice(name), name));
        } else {
            mount(name, Paths.volume(name), readOnly);
        }
    }

    private void add(String name, HostDisk disk) {
        String path = name(disk.path());
        volumes.add(new VolumeBuilder()
                .withName(name)
                .withNewHostPath()
                .withPath(path.substring(0, Math.max(1, path.lastIndexOf('/'))))
                .withType("DirectoryOrCreate")
                .endHostPath()
                .build());
        mount(name, Paths.volume(name), false);
    }

    private void add(String name, CloudInit data) {
        secret(name, data.secretRef(), "");
        secret(name, data.networkDataSecretRef(), "-networkdata");
    }

    private void secret(String name, @Nullable LocalObjectReference secret, String suffix) {
        if (secret != null) {
            volumes.add(new VolumeBuilder()
                    .withName(name + suffix)
                    .withNewSecret()
                    .withSecretName(secret.getName())
                    .endSecret()
                    .build());
            mount(name + suffix, Paths.cloudInitSecret(name + suffix), true);
        }
    }

    private void mount(String name, String path, boolean readOnly) {
        mounts.add(new VolumeMountBuilder()
                .withName(name)
                .withMountPath(path)
                .withReadOnly(readOnly ? true : null)
                .build());
    }
}
