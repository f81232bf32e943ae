package io.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerAllocateResponse;
import io.fairlead.wire.dra.v1.Claim;
import io.fairlead.wire.dra.v1.Device;
import io.fairlead.wire.health.v1alpha1.DeviceHealth;
import io.fairlead.wire.podresources.v1.DynamicResource;
import io.fairlead.wire.podresources.v1.PodResourcesListerGrpc;
import io.fairlead.wire.registration.v1.PluginInfo;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The kubelet finds services by these names and fields by these numbers; a typing error here shows nowhere else. */
class ContractNamesTest {
    private record Service(String generated, String onTheWire) {}

    private record Message(Descriptor type, String fields) {}

    private static final List<Service> SERVICES = List.of(
            new Service(io.fairlead.wire.deviceplugin.v1beta1.RegistrationGrpc.SERVICE_NAME, "v1beta1.Registration"),
            new Service(io.fairlead.wire.deviceplugin.v1beta1.DevicePluginGrpc.SERVICE_NAME, "v1beta1.DevicePlugin"),
            new Service(RegistrationGrpc.SERVICE_NAME, "pluginregistration.Registration"),
            new Service(io.fairlead.wire.dra.v1.DRAPluginGrpc.SERVICE_NAME, "k8s.io.kubelet.pkg.apis.dra.v1.DRAPlugin"),
            new Service(
                    io.fairlead.wire.dra.v1beta1.DRAPluginGrpc.SERVICE_NAME,
                    "k8s.io.kubelet.pkg.apis.dra.v1beta1.DRAPlugin"),
            new Service(
                    io.fairlead.wire.health.v1alpha1.DRAResourceHealthGrpc.SERVICE_NAME, "v1alpha1.DRAResourceHealth"),
            new Service(io.fairlead.wire.health.v1.DRAResourceHealthGrpc.SERVICE_NAME, "v1.DRAResourceHealth"),
            new Service(PodResourcesListerGrpc.SERVICE_NAME, "v1.PodResourcesLister"));

    private static final List<Message> MESSAGES = List.of(
            new Message(Claim.getDescriptor(), "namespace=1 uid=2 name=3"),
            new Message(
                    Device.getDescriptor(), "request_names=1 pool_name=2 device_name=3 cdi_device_ids=4 share_id=5"),
            new Message(
                    io.fairlead.wire.dra.v1beta1.Device.getDescriptor(),
                    "request_names=1 pool_name=2 device_name=3 cdi_device_ids=4"),
            new Message(PluginInfo.getDescriptor(), "type=1 name=2 endpoint=3 supported_versions=4"),
            new Message(
                    ContainerAllocateResponse.getDescriptor(), "envs=1 mounts=2 devices=3 annotations=4 cdi_devices=5"),
            new Message(
                    DeviceHealth.getDescriptor(),
                    "device=1 health=2 last_updated_time=3 health_check_timeout_seconds=4 message=5"),
            new Message(DynamicResource.getDescriptor(), "claim_name=2 claim_namespace=3 claim_resources=4"));

    @TestFactory
    Stream<DynamicTest> servicesAreCalledAsTheKubeletCallsThem() {
        return SERVICES.stream()
                .map(service -> DynamicTest.dynamicTest(
                        service.onTheWire(),
                        () -> assertThat(service.generated()).isEqualTo(service.onTheWire())));
    }

    @TestFactory
    Stream<DynamicTest> fieldsHaveTheKubeletsNumbers() {
        return MESSAGES.stream()
                .map(message -> DynamicTest.dynamicTest(
                        message.type().getFullName(),
                        () -> assertThat(fields(message.type())).isEqualTo(message.fields())));
    }

    private static String fields(Descriptor type) {
        return type.getFields().stream()
                .map((FieldDescriptor field) -> field.getName() + "=" + field.getNumber())
                .collect(Collectors.joining(" "));
    }
}
