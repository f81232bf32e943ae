package io.fairlead.testbed.contract;

/** The sandbox keeps the contract. */
class ApiContractSandboxTest extends SandboxContract implements ApiContract {}
