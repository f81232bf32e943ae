package io.fairlead.agent;

import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.Sysfs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a full look taken at the machine soon after it has changed. The kernel's word is the quick way; because it can be
 * lost, the names of all devices are compared every second, and a full look is taken from time to time in any case.
 */
final class HostWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HostWatch.class);
    private static final Duration GLANCE = Duration.ofSeconds(1);
    /** Looks that may be missed before something is wrong. */
    private static final int OVERDUE = 4;
    /** One plugged card is many words of the kernel. */
    private static final Duration SETTLE = Duration.ofMillis(50);

    private final Sysfs sysfs;
    private final Runnable fullLook;
    private final long everyNanos;
    private final Semaphore bell = new Semaphore(0);
    private final Kernel.Watch watch;
    private final Thread thread;
    private volatile long looked = System.nanoTime();

    private HostWatch(Kernel kernel, Duration every, Runnable fullLook) {
        this.sysfs = new Sysfs(kernel.root());
        this.fullLook = fullLook;
        this.everyNanos = every.toNanos();
        this.watch = kernel.watch(bell::release);
        this.thread = Thread.ofVirtual().name("host-watch").unstarted(this::run);
    }

    static HostWatch start(Kernel kernel, Duration every, Runnable fullLook) {
        HostWatch watch = new HostWatch(kernel, every, fullLook);
        watch.thread.start();
        return watch;
    }

    private void run() {
        try {
            List<String> names = names();
            while (true) {
                boolean rung = bell.tryAcquire(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
                List<String> now = names();
                if (rung || !now.equals(names) || System.nanoTime() - looked >= everyNanos) {
                    Thread.sleep(SETTLE);
                    bell.drainPermits();
                    names = now;
                    look();
                    looked = System.nanoTime();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether looks are still taken. */
    boolean isAwake() {
        return System.nanoTime() - looked < OVERDUE * (everyNanos + GLANCE.toNanos());
    }

    private void look() {
        try {
            fullLook.run();
        } catch (RuntimeException e) {
            log.error("a look at the machine failed; the next one comes", e);
        }
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (String folder : List.of(Sysfs.DEVICES, Sysfs.MDEV_PARENTS, Sysfs.MDEV_DEVICES)) {
            try {
                names.addAll(sysfs.names(folder));
            } catch (KernelException e) {
                log.warn("{}", e.getMessage());
            }
        }
        return names;
    }

    @Override
    public void close() {
        watch.close();
        thread.interrupt();
    }
}
