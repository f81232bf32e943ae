package io.fairlead.contract.api;

import io.fairlead.testbed.Testbed;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Cases that run against a real API server, over the same connections. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RealContract implements Contract {
    private @Nullable Api api;
    private @Nullable ContractServer server;

    @BeforeAll
    void connect(Testbed testbed) {
        api = new Api(testbed.url(), testbed.tls());
    }

    @AfterAll
    void disconnect() {
        Objects.requireNonNull(api).close();
    }

    @BeforeEach
    void aNamespace(Testbed testbed) {
        int minor = Integer.parseInt(testbed.version().split("\\.")[1]);
        server = ContractServer.withNamespace(Objects.requireNonNull(api), minor);
    }

    @Override
    public ContractServer server() {
        return Objects.requireNonNull(server);
    }
}
