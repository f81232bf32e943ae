package io.fairlead.testbed.contract;

import io.fairlead.testbed.Testbed;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Cases that run against a real API server. */
abstract class RealContract implements Contract {
    private @Nullable ContractServer server;

    @BeforeEach
    void connect(Testbed testbed) {
        int minor = Integer.parseInt(testbed.version().split("\\.")[1]);
        server = ContractServer.connect(testbed.url(), testbed.tls(), minor);
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
