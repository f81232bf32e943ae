package io.fairlead.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.wire.registration.v1.RegistrationStatus;
import io.fairlead.wire.registration.v1.RegistrationStatusResponse;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the kubelet is answered, and when. */
class DraRegistrationTest {
    private final List<String> steps = new ArrayList<>();

    @Test
    void theListenerHearsBeforeTheKubeletIsAnsweredAndCanSayMore() {
        refuse(reason -> steps.add("heard " + reason));

        assertThat(steps).containsExactly("heard no known version", "answered");
    }

    @Test
    void theKubeletIsAnsweredEvenWhenTheListenerFails() {
        assertThatThrownBy(() -> refuse(_ -> {
                    throw new IllegalStateException("deaf");
                }))
                .hasMessage("deaf");

        assertThat(steps).containsExactly("answered");
    }

    private interface Refused extends DraPlugin.Listener {
        @Override
        void refused(String reason);
    }

    private void refuse(Refused listener) {
        new DraRegistration("gpu.example.com", Path.of("/dra.sock"), listener)
                .notifyRegistrationStatus(
                        RegistrationStatus.newBuilder()
                                .setError("no known version")
                                .build(),
                        new Answer());
    }

    private final class Answer implements StreamObserver<RegistrationStatusResponse> {
        @Override
        public void onNext(RegistrationStatusResponse response) {}

        @Override
        public void onError(Throwable t) {
            steps.add("answered with an error");
        }

        @Override
        public void onCompleted() {
            steps.add("answered");
        }
    }
}
