package io.fairlead.contract.api;

import io.fairlead.testbed.junit.RealCluster;

/** A real API server whose etcd forgets after a second. */
@RealCluster(apiServerFlags = "--etcd-compaction-interval=1s")
class ExpiryContractRealTest extends RealContract implements ExpiryContract {}
