package io.fairlead.contract.api;

import io.fairlead.sandbox.api.ApiServerOptions;

/** A sandbox that forgets after five changes. */
class ExpiryContractSandboxTest extends SandboxContract implements ExpiryContract {
    @Override
    ApiServerOptions options() {
        return super.options().withHistoryLimit(5);
    }
}
