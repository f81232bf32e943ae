/**
 * The agent of a node: what runs on every machine with cards.
 *
 * <p>{@link io.fairlead.agent.Agent} puts the rooms together: offers say what may be given away, the ledger who has it,
 * custody moves it, and the DRA door serves the kubelet. In go {@link io.fairlead.agent.AgentOptions}; out comes an agent
 * that can be killed at any moment and started again.
 */
@NullMarked
package io.fairlead.agent;

import org.jspecify.annotations.NullMarked;
