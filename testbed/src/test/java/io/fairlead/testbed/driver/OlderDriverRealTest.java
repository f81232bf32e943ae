package io.fairlead.testbed.driver;

import io.fairlead.testbed.junit.RealCluster;

@RealCluster(nodes = 1, kubernetes = "1.34.4")
class OlderDriverRealTest extends DriverRealTest {}
