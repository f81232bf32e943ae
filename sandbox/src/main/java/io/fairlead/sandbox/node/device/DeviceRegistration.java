package io.fairlead.sandbox.node.device;

import io.fairlead.sandbox.node.plugin.PluginHandler;
import io.fairlead.sandbox.node.plugin.PluginRefusedException;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixServer;
import io.fairlead.wire.deviceplugin.v1beta1.Empty;
import io.fairlead.wire.deviceplugin.v1beta1.RegisterRequest;
import io.fairlead.wire.deviceplugin.v1beta1.RegistrationGrpc;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.regex.Pattern;

/** The two ways in for device plugins: the kubelet's own socket, which they call, and the registry, where they are found. */
public final class DeviceRegistration extends RegistrationGrpc.RegistrationImplBase
        implements PluginHandler, AutoCloseable {
    private static final String VERSION = "v1beta1";
    private static final Pattern EXTENDED_RESOURCE =
            Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

    private final Path folder;
    private final DeviceManager devices;
    private final UnixServer server;

    private DeviceRegistration(Path folder, DeviceManager devices) throws IOException {
        this.folder = folder;
        this.devices = devices;
        this.server = UnixServer.start(new SocketPath(folder.resolve("kubelet.sock")), List.of(this));
    }

    /** Removes every socket that is in the folder, as a kubelet does, and listens there. */
    public static DeviceRegistration start(Path folder, DeviceManager devices) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                removeSocket(file);
            }
        }
        return new DeviceRegistration(folder, devices);
    }

    private static void removeSocket(Path file) throws IOException {
        try {
            if (Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isOther()) {
                Files.delete(file);
            }
        } catch (NoSuchFileException _) {
            // Its plugin was faster: it makes a socket under a hidden name and moves it, and removes it when it ends.
        }
    }

    @Override
    public void register(RegisterRequest request, StreamObserver<Empty> answer) {
        try {
            validate(request.getResourceName(), folder, List.of(request.getVersion()));
            register(request.getResourceName(), folder.resolve(request.getEndpoint()), List.of());
            answer.onNext(Empty.getDefaultInstance());
            answer.onCompleted();
        } catch (PluginRefusedException e) {
            answer.onError(Status.UNKNOWN.withDescription(e.getMessage()).asRuntimeException());
        }
    }

    @Override
    public void validate(String name, Path endpoint, List<String> versions) throws PluginRefusedException {
        if (!versions.contains(VERSION)) {
            throw new PluginRefusedException(
                    "requested API version %s is not supported by kubelet. Supported version is [\"%s\"]"
                            .formatted(versions, VERSION));
        }
        String domain = name.substring(0, Math.max(0, name.indexOf('/')));
        if (!EXTENDED_RESOURCE.matcher(name).matches() || domain.endsWith("kubernetes.io")) {
            throw new PluginRefusedException("the ResourceName \"%s\" is invalid".formatted(name));
        }
    }

    @Override
    public void register(String name, Path endpoint, List<String> versions) throws PluginRefusedException {
        try {
            devices.connect(name, new PluginEndpoint(endpoint));
        } catch (StatusRuntimeException | IllegalArgumentException e) {
            throw new PluginRefusedException("failed to dial device plugin: " + e.getMessage());
        }
    }

    @Override
    public void deregister(String name, Path endpoint) {
        devices.plugin(name).filter(plugin -> plugin.socket().equals(endpoint)).ifPresent(PluginEndpoint::close);
    }

    /** As a killed kubelet: its socket stays and nobody answers there. */
    @Override
    public void close() {
        server.abandon();
    }
}
