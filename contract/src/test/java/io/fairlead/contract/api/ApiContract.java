package io.fairlead.contract.api;

/**
 * What an API server does, topic by topic.
 *
 * <p>The same cases run against the sandbox and against real ones; where the sandbox differs on purpose, the documentation
 * of its package says so and there is no case here.
 */
interface ApiContract
        extends CreateContract,
                UpdateContract,
                PatchContract,
                ApplyContract,
                SelectorContract,
                WatchContract,
                DeletionContract,
                CrdContract,
                DraContract,
                ProtobufContract,
                BadInputContract,
                DiscoveryContract {}
