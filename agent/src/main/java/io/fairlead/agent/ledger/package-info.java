/**
 * Which door each function of the node is offered through, and who holds what was taken from the host.
 *
 * <p>In go the decisions of both doors, as transitions of a {@link io.fairlead.agent.ledger.LedgerState}; each is a pure
 * function that refuses what would give a device two owners. Out comes one durable file: a change is on disk before
 * anybody acts on it. A {@link io.fairlead.agent.ledger.Holding} is what was taken together and goes back together.
 *
 * <pre>
 *              take            taken                giveBack             returned
 *   (nothing) ──────▶ TAKING ────────▶ HELD ───────────────▶ RETURNING ──────────▶ (nothing)
 *                       │                ▲ │ hand, seen, free: device plugin only     ▲
 *                       │ giveBack       └─┘                                          │
 *                       └─────────────────────────────────────────────────────────────┘ by way of RETURNING
 * </pre>
 *
 * <p>The driver that each function had is in the file from {@code take} on, before the first unbind; so whatever moment a
 * crash comes at, the file tells how to finish and how to undo. What a start does on finding each state:
 *
 * <table>
 * <caption>The crash table</caption>
 * <tr><th>found</th><th>same boot</th><th>another boot (drivers are read anew, HELD becomes TAKING)</th></tr>
 * <tr><td>claim, TAKING</td><td>kept: the kubelet asks again and it is finished, or it asks for the end and it is undone;
 *     undone also when the claim is gone from the API</td><td>the same</td></tr>
 * <tr><td>claim, HELD</td><td>verified: binding and files are made whole again</td><td>as TAKING</td></tr>
 * <tr><td>device plugin, TAKING</td><td>finished by the door's first look, or given back if it is not wanted any more: no
 *     kubelet would ask</td><td>the same; who it was handed to stays</td></tr>
 * <tr><td>device plugin, HELD</td><td>verified</td><td>as TAKING</td></tr>
 * <tr><td>any, RETURNING</td><td>finished</td><td>finished: files go, the driver is there already</td></tr>
 * <tr><td>a damaged file</td><td colspan="2">set aside under another name and rebuilt from sysfs, the kubelet, CDI and metadata files
 *     and the API</td></tr>
 * <tr><td>a newer version</td><td colspan="2">the agent does not start, and says so</td></tr>
 * </table>
 */
@NullMarked
package io.fairlead.agent.ledger;

import org.jspecify.annotations.NullMarked;
