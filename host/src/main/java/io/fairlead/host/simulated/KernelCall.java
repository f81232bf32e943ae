package io.fairlead.host.simulated;

import io.fairlead.host.MacAddress;
import io.fairlead.host.kernel.VfSettings;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/** The calls between {@link RemoteKernel} and {@link KernelServer}, and how values look on the way. */
enum KernelCall {
    ROOT,
    WRITE,
    GET_VIRTUAL_FUNCTION,
    SET_VIRTUAL_FUNCTION,
    HOT_RESET,
    WATCH;

    /** What an answer begins with that is no refusal. */
    static final String OK = "OK";

    static void write(VfSettings settings, DataOutputStream out) throws IOException {
        out.writeUTF(settings.mac().map(MacAddress::text).orElse(""));
        out.writeInt(settings.vlan().orElse(-1));
        out.writeUTF(settings.trust().map(String::valueOf).orElse(""));
    }

    static VfSettings readSettings(DataInputStream in) throws IOException {
        Optional<MacAddress> mac = MacAddress.tryParse(in.readUTF());
        int vlan = in.readInt();
        String trust = in.readUTF();
        return new VfSettings(
                mac,
                vlan < 0 ? OptionalInt.empty() : OptionalInt.of(vlan),
                trust.isEmpty() ? Optional.empty() : Optional.of(Boolean.valueOf(trust)));
    }
}
