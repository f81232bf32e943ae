package io.fairlead.api.cni;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A network that a pod can be attached to besides its own. */
@Group("k8s.cni.cncf.io")
@Version("v1")
@Kind("NetworkAttachmentDefinition")
@Plural("network-attachment-definitions")
@ShortNames({"net-attach-def"})
public final class NetworkAttachmentDefinition extends CustomResource<NetworkAttachmentDefinitionSpec, Void>
        implements Namespaced {
    private static final long serialVersionUID = 1;
}
