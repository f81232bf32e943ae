package io.fairlead.testbed.contract;

import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.junit.RealCluster;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The real API server keeps the contract too: this is what makes it one. */
@RealCluster
class ApiContractRealTest implements ApiContract {
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
