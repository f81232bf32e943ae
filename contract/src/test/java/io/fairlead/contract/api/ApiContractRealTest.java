package io.fairlead.contract.api;

import io.fairlead.testbed.junit.RealCluster;

/** The real API server keeps the contract too: this is what makes it one. */
@RealCluster
class ApiContractRealTest extends RealContract implements ApiContract {}
