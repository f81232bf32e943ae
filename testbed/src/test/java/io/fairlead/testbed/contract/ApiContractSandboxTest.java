package io.fairlead.testbed.contract;

import io.fairlead.sandbox.api.ApiServer;
import io.fairlead.sandbox.api.ApiServerOptions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The sandbox keeps the contract. */
class ApiContractSandboxTest implements ApiContract {
    private static @Nullable ApiServer sandbox;
    private @Nullable ContractServer server;

    @BeforeAll
    static void start() {
        sandbox = ApiServer.start(ApiServerOptions.defaults());
    }

    @AfterAll
    static void stop() {
        if (sandbox != null) {
            sandbox.close();
        }
    }

    @BeforeEach
    void connect() {
        server = ContractServer.connect(Objects.requireNonNull(sandbox).url(), null, 36);
    }

    @AfterEach
    void disconnect() {
        server().close();
    }

    @Override
    public ContractServer server() {
        return Objects.requireNonNull(server);
    }
}
