/**
 * The gRPC contracts that Fairlead speaks, and how they travel.
 *
 * <p>The stubs in the packages below are generated from {@code src/main/protobuf}, one package per contract and version.
 * {@link io.fairlead.wire.UnixServer} and {@link io.fairlead.wire.UnixChannel} carry them over Unix sockets; a
 * {@link io.fairlead.wire.SocketPath} goes in.
 */
@NullMarked
package io.fairlead.wire;

import org.jspecify.annotations.NullMarked;
