package io.fairlead.contract.api;

import io.fairlead.testbed.junit.RealCluster;

@RealCluster(kubernetes = "1.34.4", apiServerFlags = "--etcd-compaction-interval=1s")
class OlderExpiryContractRealTest extends ExpiryContractRealTest {}
