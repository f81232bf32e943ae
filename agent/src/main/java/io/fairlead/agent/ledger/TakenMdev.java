package io.fairlead.agent.ledger;

import java.util.UUID;

/**
 * A mediated device that was made for a holder and goes when it is given back.
 *
 * @param uuid its name
 * @param parent what made it
 * @param type the kind of device that was asked for
 */
public record TakenMdev(UUID uuid, String parent, String type) {}
