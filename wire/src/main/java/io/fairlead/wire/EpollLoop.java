package io.fairlead.wire;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The one thread that moves the bytes of a server or a channel. */
record EpollLoop(EventLoopGroup group) implements AutoCloseable {
    static EpollLoop start() {
        if (!Epoll.isAvailable()) {
            throw new IllegalStateException(
                    "gRPC over Unix sockets needs Linux on x86-64 or arm64", Epoll.unavailabilityCause());
        }
        return new EpollLoop(new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("unix-socket", true), EpollIoHandler.newFactory()));
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
