/**
 * What we have built again, held against what it was built after: each suite is written once and run on both.
 *
 * <p>{@code api} and {@code kubectl} meet the sandbox and a real API server, {@code kubelet} the simulated kubelet and the real
 * one, {@code driver} what drivers publish and prepare through either, {@code allocation} our allocator and that of Kubernetes.
 */
package io.fairlead.contract;
