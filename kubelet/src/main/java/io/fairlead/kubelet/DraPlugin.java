package io.fairlead.kubelet;

import io.fairlead.dra.Claims;
import io.fairlead.dra.DraDriver;
import io.fairlead.dra.Pool;
import io.fairlead.dra.SlicePublisher;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.dra.v1.DRAPluginGrpc;
import io.fairlead.wire.dra.v1.NodePrepareResourcesRequest;
import io.fairlead.wire.registration.v1.InfoRequest;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import io.grpc.BindableService;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A DRA driver at work on a node: serves the kubelet's calls, stays registered with it, and publishes the driver's devices.
 *
 * <p>The kubelet calls as soon as it sees the registration socket and waits a second for the first answer, so that socket
 * comes last, after the plugin has called itself once. A socket that somebody deletes is made again.
 */
public final class DraPlugin implements AutoCloseable {
    /** Told what happens; called on threads of the plugin, must be quick. */
    public interface Listener extends SlicePublisher.Listener {
        /** The kubelet has taken the driver. */
        default void registered() {}

        /** The kubelet has not taken the driver, and asks again later. */
        default void refused(String reason) {}
    }

    private final Health health;
    private final StandingServer dra;
    private final StandingServer registration;
    private final SlicePublisher slices;

    private DraPlugin(Health health, StandingServer dra, StandingServer registration, SlicePublisher slices) {
        this.health = health;
        this.dra = dra;
        this.registration = registration;
        this.slices = slices;
    }

    /** Returns when the kubelet may call; it has perhaps not yet. */
    public static DraPlugin start(DraPluginOptions options, DraDriver driver) throws IOException {
        KubeletFolder kubelet = options.kubelet();
        DraSockets sockets = DraSockets.of(kubelet, options.driver(), options.podUid());
        Files.createDirectories(kubelet.plugin(options.driver()));
        Files.createDirectories(kubelet.registry());
        Turns turns = options.podUid().isEmpty()
                ? Turns.withinThisProcess(options.oneAtATime())
                : Turns.betweenProcesses(
                        kubelet.plugin(options.driver()).resolve("serialize.lock"), options.oneAtATime());
        Health health = new Health(driver);
        BindableService calls = new DraService(driver, new Claims(options.client(), options.driver())::resolve, turns);
        BindableService registrar = new DraRegistration(
                options.driver(), kubelet.onNode(sockets.dra().path()), options.listener());
        StandingServer dra = StandingServer.start(
                sockets.dra(),
                List.of(
                        calls,
                        Renamed.service(calls, io.fairlead.wire.dra.v1beta1.DRAPluginGrpc.SERVICE_NAME),
                        health,
                        Renamed.service(health, io.fairlead.wire.health.v1alpha1.DRAResourceHealthGrpc.SERVICE_NAME),
                        registrar),
                health::endStreams);
        try {
            warmUp(sockets);
            StandingServer registration = StandingServer.start(sockets.registration(), List.of(registrar), () -> {});
            SlicePublisher slices = SlicePublisher.start(
                    options.client(), options.driver(), options.node(), options.metrics(), options.listener());
            return new DraPlugin(health, dra, registration, slices);
        } catch (IOException | RuntimeException e) {
            dra.close();
            throw e;
        }
    }

    /** These are all devices of the driver on this node from now on. Returns at once; the slices follow. */
    public void publish(List<Pool> pools) {
        slices.publish(pools);
    }

    /** Has {@link DraDriver#health} asked now instead of at the next turn. */
    public void healthChanged() {
        health.changed();
    }

    /** Leaves the kubelet; the slices stay, so that a new instance can go on where this one has stopped. */
    @Override
    public void close() {
        slices.close();
        registration.close();
        health.close();
        dra.close();
    }

    /** A JVM is slow when it does something for the first time, and the kubelet does not wait for long. */
    private static void warmUp(DraSockets sockets) {
        try (UnixChannel channel = UnixChannel.to(sockets.dra())) {
            RegistrationGrpc.newBlockingStub(channel.channel())
                    .withDeadlineAfter(30, TimeUnit.SECONDS)
                    .getInfo(InfoRequest.getDefaultInstance());
            DRAPluginGrpc.newBlockingStub(channel.channel())
                    .withDeadlineAfter(30, TimeUnit.SECONDS)
                    .nodePrepareResources(NodePrepareResourcesRequest.getDefaultInstance());
        }
    }
}
