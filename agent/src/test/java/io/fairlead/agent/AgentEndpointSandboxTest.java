package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.agent.dra.PciDriver;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Errno;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import io.fairlead.wire.registration.v1.RegistrationStatus;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** What an agent tells of itself over HTTP. */
class AgentEndpointSandboxTest extends AgentOnTestingNode {
    private final HttpClient http = HttpClient.newHttpClient();

    private AgentEndpoint serve() throws Exception {
        node.kill();
        AgentOptions options = node.options();
        Agent agent = node.start(options);
        return AgentEndpoint.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), agent, options.registry());
    }

    private HttpResponse<String> get(AgentEndpoint endpoint, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(endpoint.url() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** As the kubelet does when it has taken the driver, or has not. */
    private void notifyRegistration(boolean taken) {
        SocketPath socket =
                new SocketPath(node.kubeletRoot().resolve("plugins_registry/" + PciDriver.NAME + "-reg.sock"));
        try (UnixChannel channel = UnixChannel.to(socket)) {
            RegistrationGrpc.newBlockingStub(channel.channel())
                    .notifyRegistrationStatus(RegistrationStatus.newBuilder()
                            .setPluginRegistered(taken)
                            .setError(taken ? "" : "too old")
                            .build());
        }
    }

    @Test
    void itIsHealthyFromTheStartAndReadyWhenTheKubeletHasItsDriverAndTheClusterItsDevices() throws Exception {
        try (AgentEndpoint endpoint = serve()) {
            assertThat(get(endpoint, "/healthz").statusCode()).isEqualTo(200);
            assertThat(get(endpoint, "/readyz").statusCode()).isEqualTo(503);
            assertThat(get(endpoint, "/readyz").body()).startsWith("not yet: ");

            notifyRegistration(true);
            await().atMost(LONG).until(() -> get(endpoint, "/readyz").statusCode() == 200);

            notifyRegistration(false);
            await().atMost(LONG).until(() -> get(endpoint, "/readyz").statusCode() == 503);
            assertThat(get(endpoint, "/healthz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void metricsTellWhatIsHeldHowLongItTookAndWhatTheKubeletSaid() throws Exception {
        try (AgentEndpoint endpoint = serve()) {
            notifyRegistration(true);
            notifyRegistration(false);
            ResourceClaim card = node.claim("card", result("card", CARD));
            ResourceClaim nic = node.claim("nic", result("nic", VIRTUAL));
            assertThat(node.prepare(card).getError()).isEmpty();
            node.kernel.faults().refuse("unbind", PciAddress.parse(TestingMachine.VIRTUAL), Errno.EBUSY);
            assertThat(node.prepare(nic).getError()).isNotEmpty();

            HttpResponse<String> answer = get(endpoint, "/metrics");

            assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/plain");
            assertThat(answer.body().lines())
                    .contains(
                            "fairlead_agent_functions{door=\"dra\",state=\"held\"} 2.0",
                            "fairlead_agent_functions{door=\"dra\",state=\"free\"} 2.0",
                            "fairlead_agent_dra_seconds_count{call=\"prepare\",result=\"ok\"} 1",
                            "fairlead_agent_dra_seconds_count{call=\"prepare\",result=\"failed\"} 1",
                            "fairlead_agent_bind_seconds_count{direction=\"take\",result=\"ok\"} 1",
                            "fairlead_agent_bind_seconds_count{direction=\"take\",result=\"failed\"} 1",
                            "fairlead_agent_dra_registrations_total{result=\"ok\"} 1.0",
                            "fairlead_agent_dra_registrations_total{result=\"refused\"} 1.0")
                    .anyMatch(line -> line.matches("fairlead_agent_ledger_writes_total [1-9][0-9]*\\.0"))
                    .anyMatch(line -> line.startsWith("jvm_"));

            node.kernel.faults().heal();
            assertThat(node.unprepare(card)).isEmpty();
            assertThat(get(endpoint, "/metrics").body().lines())
                    .contains(
                            "fairlead_agent_functions{door=\"dra\",state=\"free\"} 4.0",
                            "fairlead_agent_dra_seconds_count{call=\"unprepare\",result=\"ok\"} 1")
                    .noneMatch(line -> line.startsWith("fairlead_agent_functions{door=\"dra\",state=\"held\"}"));
        }
    }
}
