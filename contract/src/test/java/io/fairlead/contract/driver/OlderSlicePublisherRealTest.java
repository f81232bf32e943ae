package io.fairlead.contract.driver;

import io.fairlead.testbed.junit.RealCluster;

/** Here taints and counters are switched off, so this is where fields get dropped. */
@RealCluster(kubernetes = "1.34.4")
class OlderSlicePublisherRealTest extends SlicePublisherRealTest {}
