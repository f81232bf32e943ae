package io.fairlead.agent.harvester;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with a cluster of its own. */
abstract class OnHarvesterCluster {
    @SuppressWarnings("NullAway.Init") // set before each test
    HarvesterCluster cluster;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        cluster = new HarvesterCluster(folder);
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }
}
