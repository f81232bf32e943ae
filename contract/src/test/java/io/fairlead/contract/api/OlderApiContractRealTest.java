package io.fairlead.contract.api;

import io.fairlead.testbed.junit.RealCluster;

/** So does the oldest that we support; a case that differs there says so by the version. */
@RealCluster(kubernetes = "1.34.4")
class OlderApiContractRealTest extends ApiContractRealTest {}
