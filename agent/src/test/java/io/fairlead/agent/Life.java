package io.fairlead.agent;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fairlead.dra.FileStore;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.VfSettings;
import io.fairlead.host.tree.HostRoot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * One life of an agent, with the write that it dies at. Everything that it does to the world goes through here: writes of
 * the kernel, of files and to the API server. From its death on, nothing gets out any more.
 */
public final class Life {
    /** What a dead process would never see. */
    static final class Crashed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Crashed() {
            super("the agent is dead", null, false, false);
        }
    }

    private final int lastWrite;
    private final boolean happens;
    // Guarded by this.
    private int begun;
    private int ended;
    private int underWay;
    private boolean dead;

    private Life(int lastWrite, boolean happens) {
        this.lastWrite = lastWrite;
        this.happens = happens;
    }

    /** Dies instead of this write, or right after it has happened; writes are counted from 1. */
    public static Life until(int write, boolean happens) {
        return new Life(write, happens);
    }

    public static Life withoutEnd() {
        return new Life(Integer.MAX_VALUE, true);
    }

    public synchronized boolean isDead() {
        return dead;
    }

    synchronized int writes() {
        return ended;
    }

    /**
     * The process is killed from outside. What the kernel or the disk was told before that happens first: a thread of the dead
     * that comes to its write only later would do it to the next agent's world.
     */
    public synchronized void kill() {
        dead = true;
        try {
            while (underWay > 0) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("the test was stopped", e);
        }
    }

    private interface Write<E extends Exception> {
        void happen() throws E;
    }

    private <E extends Exception> void through(Write<E> write) throws E {
        synchronized (this) {
            begin();
            underWay++;
        }
        try {
            write.happen();
        } finally {
            synchronized (this) {
                underWay--;
                notifyAll();
            }
        }
        end();
    }

    private synchronized void begin() {
        begun++;
        dead |= !happens && begun >= lastWrite;
        if (dead) {
            throw new Crashed();
        }
    }

    private synchronized void end() {
        ended++;
        dead |= happens && ended >= lastWrite;
        if (dead) {
            throw new Crashed();
        }
    }

    public Kernel kernel(Kernel real) {
        return new Kernel() {
            @Override
            public HostRoot root() {
                return real.root();
            }

            @Override
            public void write(String path, String value) throws KernelException {
                through(() -> real.write(path, value));
            }

            @Override
            public VfSettings virtualFunction(String physicalInterface, int index) throws KernelException {
                return real.virtualFunction(physicalInterface, index);
            }

            @Override
            public void setVirtualFunction(String physicalInterface, int index, VfSettings settings)
                    throws KernelException {
                through(() -> real.setVirtualFunction(physicalInterface, index, settings));
            }

            @Override
            public void hotReset(List<PciAddress> functions) throws KernelException {
                through(() -> real.hotReset(functions));
            }

            @Override
            public Watch watch(Runnable changed) {
                return real.watch(changed);
            }
        };
    }

    public FileStore files(FileStore real) {
        return new PassingFiles(real) {
            @Override
            public void write(Path file, byte[] content) throws IOException {
                through(() -> super.write(file, content));
            }

            @Override
            public void delete(Path file) throws IOException {
                through(() -> super.delete(file));
            }
        };
    }

    public Interceptor api() {
        return new Interceptor() {
            @Override
            public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
                if (!request.method().equals("GET")) {
                    begin();
                }
            }

            @Override
            public void after(
                    HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
                if (!request.method().equals("GET")) {
                    end();
                }
            }
        };
    }
}
