package io.fairlead.contract.api;

/**
 * The server that a case runs against, and the namespace that the case has for itself. The namespace stays: nothing runs in
 * it, and to empty it would keep a real server busy for longer than the case did.
 *
 * @param minor 36 for Kubernetes 1.36: what a case says when versions differ
 */
record ContractServer(Api api, int minor, String namespace) {
    static ContractServer withNamespace(Api api, int minor) {
        String namespace = api.post("/api/v1/namespaces", "{metadata: {generateName: contract-}}")
                .is(201)
                .text("/metadata/name");
        // Pods want their service account; whether a controller makes it first does not matter.
        api.post("/api/v1/namespaces/" + namespace + "/serviceaccounts", "{metadata: {name: default}}");
        return new ContractServer(api, minor, namespace);
    }
}
