package io.fairlead.sandbox.api;

/**
 * How to start an API server.
 *
 * @param port where to listen on loopback; 0 takes any free port
 * @param historyLimit how many changes of each resource type a watch can go back; older ones are answered with 410 Gone
 */
public record ApiServerOptions(int port, int historyLimit) {
    /** Any free port, and a history that no ordinary client outruns. */
    public static ApiServerOptions defaults() {
        return new ApiServerOptions(0, 20_000);
    }

    public ApiServerOptions withPort(int newPort) {
        return new ApiServerOptions(newPort, historyLimit);
    }

    public ApiServerOptions withHistoryLimit(int newLimit) {
        return new ApiServerOptions(port, newLimit);
    }
}
