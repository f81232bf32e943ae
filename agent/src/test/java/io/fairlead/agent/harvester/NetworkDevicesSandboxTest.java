package io.fairlead.agent.harvester;

import static io.fairlead.agent.harvester.HarvesterCluster.PATIENCE;
import static io.fairlead.agent.harvester.HarvesterCluster.VIRTUAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Sysfs;
import org.junit.jupiter.api.Test;

/** Virtual functions come and go with what an SRIOVNetworkDevice asks for. */
class NetworkDevicesSandboxTest extends OnHarvesterCluster {
    @Test
    void aNumberOfVirtualFunctionsThatCannotBeIsRefusedAndThoseThatAreThereStayTold() throws Exception {
        String device = cluster.networkDeviceOf(cluster.one);
        cluster.numVfs(device, 2);
        await().atMost(PATIENCE).until(() -> cluster.virtualFunctions(device).size() == 2);
        cluster.numVfs(device, 1000);
        await().atMost(PATIENCE)
                .until(() -> String.valueOf(
                                cluster.networkDevice(device).getStatus().more())
                        .contains("cannot make 1000 virtual functions; use 0 to"));
        assertThat(cluster.virtualFunctions(device)).hasSize(2);
    }

    @Test
    void virtualFunctionsAreMadeAgainAfterAReboot() throws Exception {
        String device = cluster.networkDeviceOf(cluster.one);
        cluster.numVfs(device, 2);
        await().atMost(PATIENCE).until(() -> cluster.virtualFunctions(device).size() == 2);
        cluster.one.kernel.write(Sysfs.DEVICES + "/" + VIRTUAL + "/driver_override", "forgotten");
        cluster.one.kernel.reboot();
        await().atMost(PATIENCE)
                .until(() -> cluster.one
                        .sysfs
                        .attribute(VIRTUAL, "driver_override")
                        .filter(override -> !override.equals("forgotten"))
                        .isPresent());
    }

    @Test
    void virtualFunctionsAreMadeAndRefusedWhileOneIsClaimed() throws Exception {
        String device = cluster.networkDeviceOf(cluster.one);
        cluster.numVfs(device, 2);
        await().atMost(PATIENCE).until(() -> cluster.virtualFunctions(device).size() == 2);
        PciAddress function = VIRTUAL;
        cluster.awaitDevice(
                cluster.one,
                function,
                found -> device.equals(Cluster.labels(found).get("harvesterhci.io/parent-sriov-network-device")));
        cluster.claim(cluster.one, function, false);
        cluster.awaitClaim(cluster.one, function, "Ready");

        cluster.numVfs(device, 0);
        await().atMost(PATIENCE)
                .until(() -> String.valueOf(
                                cluster.networkDevice(device).getStatus().more())
                        .contains("is claimed by PCIDeviceClaim " + cluster.one.name(function)));
        assertThat(cluster.one.sysfs.device(function)).isPresent();
        cluster.delete(cluster.one, function);
        await().atMost(PATIENCE).until(() -> cluster.one.sysfs.device(function).isEmpty());
        await().atMost(PATIENCE)
                .until(() -> "sriovNetworkDeviceDisabled"
                        .equals(cluster.networkDevice(device).getStatus().status()));
    }
}
