package io.fairlead.host.simulated;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Lends a kernel to other processes, which can be killed while it lives on. One connection is one call; the caller reads
 * the tree itself, in the directory that it is in.
 */
public final class KernelServer implements AutoCloseable {
    private final SimulatedKernel kernel;
    private final Path directory;
    private final Path socket;
    private final ServerSocketChannel server;

    private KernelServer(SimulatedKernel kernel, Path directory, Path socket) throws IOException {
        this.kernel = kernel;
        this.directory = directory;
        this.socket = socket;
        Files.deleteIfExists(socket);
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
    }

    /**
     * Serves on a Unix socket until it is closed.
     *
     * @param directory where the kernel's tree is
     */
    public static KernelServer start(SimulatedKernel kernel, Path directory, Path socket) throws IOException {
        KernelServer server = new KernelServer(kernel, directory, socket);
        Thread.ofVirtual().name("kernel server").start(server::accept);
        return server;
    }

    @Override
    public void close() throws IOException {
        server.close();
        Files.deleteIfExists(socket);
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                SocketChannel caller = server.accept();
                Thread.ofVirtual().start(() -> serve(caller));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(SocketChannel caller) {
        try (caller) {
            DataInputStream in = new DataInputStream(Channels.newInputStream(caller));
            DataOutputStream out = new DataOutputStream(Channels.newOutputStream(caller));
            try {
                answer(KernelCall.valueOf(in.readUTF()), in, out);
            } catch (KernelException refused) {
                out.writeUTF(refused.reason().name());
                out.writeUTF(refused.path());
                out.writeUTF(String.valueOf(refused.getMessage()));
            }
        } catch (IOException callerIsGone) {
            // Nobody is left to be told.
        }
    }

    private void answer(KernelCall call, DataInputStream in, DataOutputStream out) throws IOException, KernelException {
        switch (call) {
            case ROOT -> {
                out.writeUTF(KernelCall.OK);
                out.writeUTF(directory.toAbsolutePath().toString());
            }
            case WRITE -> {
                kernel.write(in.readUTF(), in.readUTF());
                out.writeUTF(KernelCall.OK);
            }
            case GET_VIRTUAL_FUNCTION -> {
                var settings = kernel.virtualFunction(in.readUTF(), in.readInt());
                out.writeUTF(KernelCall.OK);
                KernelCall.write(settings, out);
            }
            case SET_VIRTUAL_FUNCTION -> {
                kernel.setVirtualFunction(in.readUTF(), in.readInt(), KernelCall.readSettings(in));
                out.writeUTF(KernelCall.OK);
            }
            case HOT_RESET -> {
                List<PciAddress> functions = new ArrayList<>();
                for (int left = in.readInt(); left > 0; left--) {
                    functions.add(PciAddress.parse(in.readUTF()));
                }
                kernel.hotReset(functions);
                out.writeUTF(KernelCall.OK);
            }
            case WATCH -> watch(in, out);
        }
    }

    /** Tells of changes until the caller hangs up. */
    private void watch(DataInputStream in, DataOutputStream out) throws IOException {
        CountDownLatch answered = new CountDownLatch(1);
        try (Kernel.Watch _ = kernel.watch(() -> tell(out, answered))) {
            try {
                out.writeUTF(KernelCall.OK);
            } finally {
                answered.countDown();
            }
            in.read();
        }
    }

    /** Not before the answer: the caller would take it for that. */
    private static void tell(DataOutputStream out, CountDownLatch answered) {
        try {
            answered.await();
            out.writeByte(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException callerIsGone) {
            // The read that waits for it ends the watch.
        }
    }
}
