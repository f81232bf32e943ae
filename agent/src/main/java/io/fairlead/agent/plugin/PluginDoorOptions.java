package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.Ledger;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.kubelet.KubeletFolder;
import java.time.InstantSource;

/**
 * What the door works with.
 *
 * @param kernel the host's
 * @param ledger open; shared with the other door
 * @param kubelet where its sockets are
 * @param names what functions are called
 * @param devicesOnHost the folder that holds the host's {@code dev}, as the container runtime sees it; {@code /} in earnest
 * @param clock tells the time
 * @param periods how long things take
 */
public record PluginDoorOptions(
        Kernel kernel,
        Ledger ledger,
        KubeletFolder kubelet,
        FunctionNames names,
        String devicesOnHost,
        InstantSource clock,
        Periods periods) {}
