package io.fairlead.machine.launcher;

import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;

/** The user that runs QEMU, and nothing that it does not need. */
final class Privileges {
    /** Libvirt's qemu user, whose device nodes the agent hands over. */
    private static final long QEMU_USER = 107;

    private Privileges() {}

    static PodSecurityContext pod() {
        return new PodSecurityContextBuilder()
                .withRunAsNonRoot(true)
                .withRunAsUser(QEMU_USER)
                .withRunAsGroup(QEMU_USER)
                .withFsGroup(QEMU_USER)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .build();
    }

    static SecurityContext none() {
        return container().build();
    }

    /** A guest may forward a low port of its pod. */
    static SecurityContext compute() {
        return container()
                .editCapabilities()
                .addToAdd("NET_BIND_SERVICE")
                .endCapabilities()
                .build();
    }

    private static SecurityContextBuilder container() {
        return new SecurityContextBuilder()
                .withRunAsNonRoot(true)
                .withRunAsUser(QEMU_USER)
                .withRunAsGroup(QEMU_USER)
                .withAllowPrivilegeEscalation(false)
                .withNewCapabilities()
                .addToDrop("ALL")
                .endCapabilities();
    }
}
