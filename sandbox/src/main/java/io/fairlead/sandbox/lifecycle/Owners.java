package io.fairlead.sandbox.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.store.Stored;
import java.util.ArrayList;
import java.util.List;

/** The owner references of an object. */
final class Owners {
    /**
     * One reference.
     *
     * @param blocks whether the owner must wait for this object when it is deleted in the foreground
     */
    record Owner(String apiVersion, String kind, String name, String uid, boolean blocks) {
        String group() {
            int slash = apiVersion.indexOf('/');
            return slash < 0 ? "" : apiVersion.substring(0, slash);
        }
    }

    private Owners() {}

    static List<Owner> of(Stored object) {
        List<Owner> owners = new ArrayList<>();
        for (JsonNode reference : Trees.items(Trees.metadata(object.tree()), "ownerReferences")) {
            owners.add(new Owner(
                    Trees.text(reference, "apiVersion"),
                    Trees.text(reference, "kind"),
                    Trees.text(reference, "name"),
                    Trees.text(reference, "uid"),
                    reference.path("blockOwnerDeletion").asBoolean()));
        }
        return owners;
    }
}
