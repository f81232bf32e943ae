package io.fairlead.agent;

import io.fairlead.dra.FileStore;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.VfSettings;
import io.fairlead.host.tree.HostRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Ends a process at one of its writes to files or the kernel: that write and all after it never happen. */
final class Crash {
    private final AtomicInteger left;

    /** After so many writes. */
    Crash(int writes) {
        this.left = new AtomicInteger(writes);
    }

    boolean happened() {
        return left.get() < 0;
    }

    private boolean isDead() {
        return left.decrementAndGet() < 0;
    }

    FileStore files(FileStore real) {
        return new FileStore() {
            @Override
            public void write(Path file, byte[] content) throws IOException {
                if (isDead()) {
                    throw new IOException("crashed");
                }
                real.write(file, content);
            }

            @Override
            public void delete(Path file) throws IOException {
                if (isDead()) {
                    throw new IOException("crashed");
                }
                real.delete(file);
            }

            @Override
            public Optional<byte[]> read(Path file) throws IOException {
                return real.read(file);
            }

            @Override
            public List<Path> list(Path folder) throws IOException {
                return real.list(folder);
            }
        };
    }

    Kernel kernel(Kernel real) {
        return new Kernel() {
            @Override
            public HostRoot root() {
                return real.root();
            }

            @Override
            public void write(String path, String value) throws KernelException {
                live(path);
                real.write(path, value);
            }

            @Override
            public VfSettings virtualFunction(String physicalInterface, int index) throws KernelException {
                return real.virtualFunction(physicalInterface, index);
            }

            @Override
            public void setVirtualFunction(String physicalInterface, int index, VfSettings settings)
                    throws KernelException {
                live(physicalInterface);
                real.setVirtualFunction(physicalInterface, index, settings);
            }

            @Override
            public void hotReset(List<PciAddress> functions) throws KernelException {
                live("reset");
                real.hotReset(functions);
            }

            @Override
            public Watch watch(Runnable changed) {
                return real.watch(changed);
            }

            private void live(String path) throws KernelException {
                if (isDead()) {
                    throw new KernelException(path, KernelException.Reason.REFUSED, "crashed");
                }
            }
        };
    }
}
