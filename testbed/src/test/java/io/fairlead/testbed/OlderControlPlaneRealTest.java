package io.fairlead.testbed;

import io.fairlead.testbed.junit.RealCluster;

/** The oldest Kubernetes that we support can be had in the same way, beside the default one. */
@RealCluster(kubernetes = "1.34.4")
class OlderControlPlaneRealTest extends ControlPlaneRealTest {}
