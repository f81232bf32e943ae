package io.fairlead.sandbox;

/**
 * What to start.
 *
 * @param port where the API server listens on loopback; 0 takes any free port
 * @param nodes how many simulated nodes there are
 */
public record SandboxOptions(int port, int nodes) {
    /** Any free port and one node. */
    public static SandboxOptions defaults() {
        return new SandboxOptions(0, 1);
    }

    public SandboxOptions {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + ": want 0 to 65535");
        }
        if (nodes < 0 || nodes > 250) {
            throw new IllegalArgumentException(nodes + " nodes: want 0 to 250");
        }
    }

    public SandboxOptions withPort(int newPort) {
        return new SandboxOptions(newPort, nodes);
    }

    public SandboxOptions withNodes(int newNodes) {
        return new SandboxOptions(port, newNodes);
    }
}
