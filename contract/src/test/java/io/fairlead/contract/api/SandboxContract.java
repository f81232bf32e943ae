package io.fairlead.contract.api;

import io.fairlead.sandbox.api.ApiServer;
import io.fairlead.sandbox.api.ApiServerOptions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Cases that run against the sandbox, one for all of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SandboxContract implements Contract {
    private @Nullable ApiServer sandbox;
    private @Nullable ContractServer server;

    ApiServerOptions options() {
        return ApiServerOptions.defaults();
    }

    @BeforeAll
    void start() {
        sandbox = ApiServer.start(options());
    }

    @AfterAll
    void stop() {
        if (sandbox != null) {
            sandbox.close();
        }
    }

    @BeforeEach
    void connect() {
        server = ContractServer.withNamespace(
                new Api(Objects.requireNonNull(sandbox).url(), null), 36);
    }

    @AfterEach
    void disconnect() {
        server().api().close();
    }

    @Override
    public ContractServer server() {
        return Objects.requireNonNull(server);
    }
}
