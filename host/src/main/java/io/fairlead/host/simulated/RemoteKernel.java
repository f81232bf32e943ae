package io.fairlead.host.simulated;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.KernelException.Reason;
import io.fairlead.host.kernel.VfSettings;
import io.fairlead.host.tree.HostRoot;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;

/** A simulated kernel that lives in another process. */
public final class RemoteKernel implements Kernel {
    private final Path socket;
    private final Path directory;

    /** Uses the kernel that a {@link KernelServer} serves there. */
    public RemoteKernel(Path socket) throws IOException {
        this.socket = socket;
        try {
            this.directory = call(socket, KernelCall.ROOT, _ -> {}, in -> Path.of(in.readUTF()));
        } catch (KernelException refused) {
            throw new IOException(refused);
        }
    }

    @Override
    public HostRoot root() {
        return HostRoot.in(directory);
    }

    @Override
    public void write(String path, String value) throws KernelException {
        call(
                KernelCall.WRITE,
                out -> {
                    out.writeUTF(path);
                    out.writeUTF(value);
                },
                _ -> true);
    }

    @Override
    public VfSettings virtualFunction(String physicalInterface, int index) throws KernelException {
        return call(
                KernelCall.GET_VIRTUAL_FUNCTION,
                out -> {
                    out.writeUTF(physicalInterface);
                    out.writeInt(index);
                },
                KernelCall::readSettings);
    }

    @Override
    public void setVirtualFunction(String physicalInterface, int index, VfSettings settings) throws KernelException {
        call(
                KernelCall.SET_VIRTUAL_FUNCTION,
                out -> {
                    out.writeUTF(physicalInterface);
                    out.writeInt(index);
                    KernelCall.write(settings, out);
                },
                _ -> true);
    }

    @Override
    public void hotReset(List<PciAddress> functions) throws KernelException {
        call(
                KernelCall.HOT_RESET,
                out -> {
                    out.writeInt(functions.size());
                    for (PciAddress function : functions) {
                        out.writeUTF(function.toString());
                    }
                },
                _ -> true);
    }

    @Override
    public Watch watch(Runnable changed) {
        try {
            SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
            new DataOutputStream(Channels.newOutputStream(channel)).writeUTF(KernelCall.WATCH.name());
            DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
            in.readUTF();
            Thread.ofVirtual().name("remote uevents").start(() -> {
                try {
                    while (in.read() >= 0) {
                        changed.run();
                    }
                } catch (IOException closed) {
                    // The watch has ended, or the kernel has.
                }
            });
            return () -> close(channel);
        } catch (IOException failure) {
            throw new UncheckedIOException("no kernel at " + socket, failure);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private interface Question {
        void write(DataOutputStream out) throws IOException;
    }

    private interface Answer<T> {
        T read(DataInputStream in) throws IOException;
    }

    private <T> T call(KernelCall call, Question question, Answer<T> answer) throws KernelException {
        try {
            return call(socket, call, question, answer);
        } catch (IOException failure) {
            throw new KernelException(
                    socket.toString(),
                    Reason.GONE,
                    "the simulated kernel at %s does not answer: %s".formatted(socket, failure.getMessage()));
        }
    }

    private static <T> T call(Path socket, KernelCall call, Question question, Answer<T> answer)
            throws IOException, KernelException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            DataOutputStream out = new DataOutputStream(Channels.newOutputStream(channel));
            DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
            out.writeUTF(call.name());
            question.write(out);
            String result = in.readUTF();
            if (!result.equals(KernelCall.OK)) {
                String path = in.readUTF();
                throw new KernelException(path, Reason.valueOf(result), in.readUTF());
            }
            return answer.read(in);
        }
    }
}
