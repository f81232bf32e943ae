package io.fairlead.host.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** The system calls that the JDK has no way to make. Each answers as C does, or throws with what {@code errno} says. */
final class LibC {
    static final int READ_WRITE = 2;
    static final int CLOSE_ON_EXEC = 0x80000;

    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle OPEN = function("open", 2, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle CLOSE = function("close", -1, FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle IOCTL =
            function("ioctl", 2, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
    private static final MethodHandle SOCKET =
            function("socket", -1, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle BIND =
            function("bind", -1, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle POLL =
            function("poll", -1, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle RECV =
            function("recv", -1, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

    private LibC() {}

    /** A system call said no. */
    static final class Failure extends Exception {
        private static final long serialVersionUID = 1;

        private final int number;

        Failure(String call, int number) {
            super(call + " failed with error " + number);
            this.number = number;
        }

        int number() {
            return number;
        }
    }

    static int open(String path, int flags) throws Failure {
        try (Arena arena = Arena.ofConfined()) {
            return (int) call("open " + path, arena, state ->
                    (long) (int) OPEN.invokeExact(state, arena.allocateFrom(path), flags));
        }
    }

    static void close(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            call("close", arena, state -> (long) (int) CLOSE.invokeExact(state, descriptor));
        } catch (Failure _) {
            // It is closed whatever close says.
        }
    }

    static int ioctl(String what, int descriptor, long request, MemorySegment argument) throws Failure {
        try (Arena arena = Arena.ofConfined()) {
            return (int)
                    call(what, arena, state -> (long) (int) IOCTL.invokeExact(state, descriptor, request, argument));
        }
    }

    static int socket(int domain, int type, int protocol) throws Failure {
        try (Arena arena = Arena.ofConfined()) {
            return (int) call("socket", arena, state -> (long) (int) SOCKET.invokeExact(state, domain, type, protocol));
        }
    }

    static void bind(int socket, MemorySegment address) throws Failure {
        try (Arena arena = Arena.ofConfined()) {
            call("bind", arena, state ->
                    (long) (int) BIND.invokeExact(state, socket, address, (int) address.byteSize()));
        }
    }

    /** Whether there is something to read before the time is over. */
    static boolean readable(int descriptor, int milliseconds) throws Failure {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment poll = arena.allocate(8, 4);
            poll.set(JAVA_INT, 0, descriptor);
            poll.set(JAVA_SHORT, 4, (short) 1);
            return call("poll", arena, state -> (long) (int) POLL.invokeExact(state, poll, 1L, milliseconds)) > 0;
        }
    }

    static long receive(int socket, MemorySegment buffer) throws Failure {
        try (Arena arena = Arena.ofConfined()) {
            return call("recv", arena, state -> (long) RECV.invokeExact(state, socket, buffer, buffer.byteSize(), 0));
        }
    }

    private interface Call {
        long make(MemorySegment state) throws Throwable;
    }

    private static long call(String what, Arena arena, Call call) throws Failure {
        MemorySegment state = arena.allocate(STATE);
        long result;
        try {
            result = call.make(state);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
        if (result < 0) {
            throw new Failure(what, (int) ERRNO.get(state, 0L));
        }
        return result;
    }

    private static MethodHandle function(String name, int firstVariadic, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        MemorySegment address = linker.defaultLookup().findOrThrow(name);
        Linker.Option errno = Linker.Option.captureCallState("errno");
        return firstVariadic < 0
                ? linker.downcallHandle(address, descriptor, errno)
                : linker.downcallHandle(address, descriptor, errno, Linker.Option.firstVariadicArg(firstVariadic));
    }
}
