package io.fairlead.wire;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A connection to a gRPC server on a Unix socket, made at the first call and again when it breaks. */
public final class UnixChannel implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ManagedChannel channel;
    private final EpollLoop loop;

    private UnixChannel(ManagedChannel channel, EpollLoop loop) {
        this.channel = channel;
        this.loop = loop;
    }

    public static UnixChannel to(SocketPath socket) {
        EpollLoop loop = EpollLoop.start();
        ManagedChannel channel = NettyChannelBuilder.forAddress(socket.address())
                .channelType(EpollDomainSocketChannel.class)
                .eventLoopGroup(loop.group())
                // A Unix socket has no such option, and Netty would warn of it.
                .withOption(ChannelOption.SO_KEEPALIVE, null)
                // Servers written in Go refuse the path that would stand here otherwise.
                .overrideAuthority("localhost")
                .usePlaintext()
                .build();
        return new UnixChannel(channel, loop);
    }

    /** For the generated stubs. */
    public ManagedChannel channel() {
        return channel;
    }

    /** Takes what a stream brings until it ends, however it does, and returns why it has. */
    public static <T> Status listen(Supplier<Iterator<T>> call, Consumer<T> take) {
        try {
            call.get().forEachRemaining(take);
            return Status.OK;
        } catch (StatusRuntimeException e) {
            return e.getStatus();
        } catch (RejectedExecutionException e) {
            // The channel was closed between two messages: nobody is there any more to ask for the next one.
            return Status.UNAVAILABLE.withCause(e);
        }
    }

    /** Ends its calls, and returns when it has let go of the socket. */
    @Override
    public void close() {
        channel.shutdownNow();
        try {
            // What is left to do is done by the loop.
            channel.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        loop.close();
    }
}
