package io.fairlead.kubelet;

import io.fairlead.wire.registration.v1.InfoRequest;
import io.fairlead.wire.registration.v1.PluginInfo;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import io.fairlead.wire.registration.v1.RegistrationStatus;
import io.fairlead.wire.registration.v1.RegistrationStatusResponse;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says who we are when the kubelet asks. */
final class DraRegistration extends RegistrationGrpc.RegistrationImplBase {
    private static final Logger log = LoggerFactory.getLogger(DraRegistration.class);

    /** The kubelet takes the first that it knows. */
    private static final List<String> VERSIONS =
            List.of("v1.DRAPlugin", "v1beta1.DRAPlugin", "v1.DRAResourceHealth", "v1alpha1.DRAResourceHealth");

    private final PluginInfo info;
    private final DraPlugin.Listener listener;

    DraRegistration(String driver, Path endpoint, DraPlugin.Listener listener) {
        this.info = PluginInfo.newBuilder()
                .setType("DRAPlugin")
                .setName(driver)
                .setEndpoint(endpoint.toString())
                .addAllSupportedVersions(VERSIONS)
                .build();
        this.listener = listener;
    }

    @Override
    public void getInfo(InfoRequest request, StreamObserver<PluginInfo> answer) {
        answer.onNext(info);
        answer.onCompleted();
    }

    /**
     * Answered without error whatever the listener does: an error would take the registration back. It hears first, so that what
     * the kubelet says next cannot overtake this.
     */
    @Override
    public void notifyRegistrationStatus(RegistrationStatus status, StreamObserver<RegistrationStatusResponse> answer) {
        try {
            tell(status);
        } finally {
            answer.onNext(RegistrationStatusResponse.getDefaultInstance());
            answer.onCompleted();
        }
    }

    private void tell(RegistrationStatus status) {
        if (status.getPluginRegistered()) {
            log.info("{}: registered with the kubelet", info.getName());
            listener.registered();
        } else {
            log.warn("{}: the kubelet refuses the registration: {}", info.getName(), status.getError());
            listener.refused(status.getError());
        }
    }
}
