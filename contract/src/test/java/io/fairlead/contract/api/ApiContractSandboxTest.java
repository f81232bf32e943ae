package io.fairlead.contract.api;

/** The sandbox keeps the contract. */
class ApiContractSandboxTest extends SandboxContract implements ApiContract {}
