/**
 * The door of the embedded API server: start it, get its address and a kubeconfig, make it fail, close it.
 *
 * <p>In come a port and limits; out goes a server on loopback that answers kubectl and fabric8 as a kube-apiserver 1.36
 * would. Where it differs on purpose:
 *
 * <table>
 *   <caption>Deliberate differences to the real API server</caption>
 *   <tr><th>topic</th><th>here</th></tr>
 *   <tr><td>transport</td><td>plain HTTP/1.1 on loopback; watches are chunked HTTP, never web sockets</td></tr>
 *   <tr><td>users</td><td>no authentication, no RBAC: every client may do everything</td></tr>
 *   <tr><td>formats</td><td>JSON and YAML; protobuf is understood but never written, and not for CRDs; for a custom resource
 *       it gets a 415, where the real server breaks the connection off; no CBOR</td></tr>
 *   <tr><td>storage</td><td>memory only; the history of each resource reaches back a number of changes, not minutes</td></tr>
 *   <tr><td>kinds</td><td>only those that discovery lists; of their subresources status, pods/binding, pods/eviction (which
 *       knows no disruption budgets) and namespaces/finalize</td></tr>
 *   <tr><td>admission</td><td>no webhooks and no policies; pods get priority 0, the two default tolerations and the name of
 *       the default service account, which need not be there, but no token volume</td></tr>
 *   <tr><td>services</td><td>cluster IPs are given out but lead nowhere</td></tr>
 *   <tr><td>custom resources</td><td>no conversion webhooks (versions differ in name only), no scale; one
 *       version with a status subresource gives it to all</td></tr>
 *   <tr><td>messages</td><td>a whole object in a message is its JSON, where the real server prints its Go form; the refusal
 *       of a pod's update has no diff</td></tr>
 *   <tr><td>OpenAPI</td><td>version 3 without descriptions; version 2 is not served</td></tr>
 *   <tr><td>bookmarks</td><td>every 15 seconds instead of about every minute</td></tr>
 *   <tr><td>controllers</td><td>garbage collection, namespace deletion and CRD registration run inside the server</td></tr>
 * </table>
 */
@NullMarked
package io.fairlead.sandbox.api;

import org.jspecify.annotations.NullMarked;
