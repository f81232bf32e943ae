package io.fairlead.testbed.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.testbed.junit.RealCluster;
import org.junit.jupiter.api.Test;

/** Kubernetes 1.34 drops counters, so the rule's word on cards or functions counts. */
@RealCluster(nodes = 1, kubernetes = "1.34.4")
class OlderAgentRealTest extends AgentOnNode {
    @Test
    void onlyWhatTheRuleSaysIsPublished() {
        assertThat(node.devices()).containsExactly("card-0000-3b-00");
    }
}
