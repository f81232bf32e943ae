package io.fairlead.agent.plugin;

import io.fairlead.agent.custody.Custody;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.kubelet.KubeletFolder;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * What the door works with.
 *
 * @param kernel the host's
 * @param custody what takes devices from the host, with the ledger; shared with the other door
 * @param kubelet where its sockets are
 * @param names what functions are called
 * @param devicesOnNode where the container runtime finds the host's device nodes
 * @param otherDoor asked to let go of what is claimed
 * @param clock tells the time
 * @param periods how long things take
 */
public record PluginDoorOptions(
        Kernel kernel,
        Custody custody,
        KubeletFolder kubelet,
        FunctionNames names,
        Path devicesOnNode,
        OtherDoor otherDoor,
        InstantSource clock,
        Periods periods) {}
