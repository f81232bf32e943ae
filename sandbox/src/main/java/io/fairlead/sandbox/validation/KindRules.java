package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.status.Cause;
import java.util.List;

/** What objects of a built-in kind have to keep, metadata included. Empty answers mean that nothing is wrong. */
public final class KindRules {
    /** The part of the rules that is the kind's own. */
    interface Own {
        void onCreate(ObjectNode object, FieldErrors errors);

        void onUpdate(ObjectNode object, ObjectNode old, FieldErrors errors);

        default void onStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors errors) {}
    }

    private final Names.Form form;
    private final Own own;

    private KindRules(Names.Form form, Own own) {
        this.form = form;
        this.own = own;
    }

    /** The rules of a kind; one that has none of its own, custom resources for example, keeps those of metadata. */
    public static KindRules of(String group, String kind) {
        return switch (group + "/" + kind) {
            case "/Pod" -> new KindRules(Names.Form.SUBDOMAIN, new PodRules());
            case "/Service" -> new KindRules(Names.Form.LABEL, new ServiceRules());
            case "/ConfigMap" -> new KindRules(Names.Form.SUBDOMAIN, DataRules.ofConfigMap());
            case "/Secret" -> new KindRules(Names.Form.SUBDOMAIN, DataRules.ofSecret());
            case "/Node" -> new KindRules(Names.Form.SUBDOMAIN, new NodeRules());
            case "/Event" -> new KindRules(Names.Form.SUBDOMAIN, new EventRules());
            case "/Namespace" -> new KindRules(Names.Form.LABEL, NONE);
            case "coordination.k8s.io/Lease" -> new KindRules(Names.Form.SUBDOMAIN, new LeaseRules());
            case "resource.k8s.io/ResourceClaim" -> new KindRules(Names.Form.SUBDOMAIN, new ClaimRules());
            case "resource.k8s.io/ResourceClaimTemplate" ->
                new KindRules(Names.Form.SUBDOMAIN, new ClaimTemplateRules());
            case "resource.k8s.io/ResourceSlice" -> new KindRules(Names.Form.SUBDOMAIN, new SliceRules());
            case "resource.k8s.io/DeviceClass" -> new KindRules(Names.Form.SUBDOMAIN, new DeviceClassRules());
            default -> new KindRules(Names.Form.SUBDOMAIN, NONE);
        };
    }

    public List<Cause> onCreate(ObjectNode object) {
        var errors = new FieldErrors();
        MetadataRules.onCreate(object, form, errors);
        own.onCreate(object, errors);
        return errors.causes();
    }

    public List<Cause> onUpdate(ObjectNode object, ObjectNode old) {
        var errors = new FieldErrors();
        MetadataRules.onUpdate(object, old, errors);
        own.onUpdate(object, old, errors);
        return errors.causes();
    }

    /** For writes to the status subresource. */
    public List<Cause> onStatusUpdate(ObjectNode object, ObjectNode old) {
        var errors = new FieldErrors();
        MetadataRules.onUpdate(object, old, errors);
        own.onStatusUpdate(object, old, errors);
        return errors.causes();
    }

    private static final Own NONE = new Own() {
        @Override
        public void onCreate(ObjectNode object, FieldErrors errors) {}

        @Override
        public void onUpdate(ObjectNode object, ObjectNode old, FieldErrors errors) {}
    };
}
