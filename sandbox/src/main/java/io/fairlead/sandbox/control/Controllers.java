package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.Events;
import io.fairlead.reconcile.Informers;
import io.fairlead.reconcile.Key;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The cluster's own controllers, running. */
public final class Controllers implements AutoCloseable {
    private final List<Controller<Key>> controllers;
    private final List<Events> events;

    private Controllers(List<Controller<Key>> controllers, List<Events> events) {
        this.controllers = controllers;
        this.events = events;
    }

    /** Starts them, and the informers that they share. */
    public static Controllers start(KubernetesClient client, Informers informers, Controller.Settings settings) {
        SharedIndexInformer<Pod> pods = informers.of(Pod.class);
        SharedIndexInformer<Node> nodes = informers.of(Node.class);
        SharedIndexInformer<ResourceClaim> claims = informers.of(ResourceClaim.class);
        SharedIndexInformer<ResourceClaimTemplate> templates = informers.of(ResourceClaimTemplate.class);
        SharedIndexInformer<ResourceSlice> slices = informers.of(ResourceSlice.class);
        SharedIndexInformer<DeviceClass> classes = informers.of(DeviceClass.class);

        Written<ResourceClaim> written = new Written<>(claims, settings.clock());
        Events schedulerEvents = new Events(client, "default-scheduler", "", settings.clock());
        Events claimEvents = new Events(client, "resource_claim", "", settings.clock());
        Scheduler scheduler = new Scheduler(client, informers, written, schedulerEvents, settings.clock());
        informers.start();

        Controller<Key> maker = new Controller<>(
                        "claim-maker", new ClaimMaker(client, informers, written, claimEvents), settings)
                .on(pods, pod -> !pod.getSpec().getResourceClaims().isEmpty(), Controllers::self)
                .on(claims, claim -> podOwning(claim).toList())
                .on(templates, template -> podsNaming(pods, template));
        Controller<Key> releaser = new Controller<>(
                        "claim-releaser", new ClaimReleaser(client, informers, written), settings)
                .on(claims, Controllers::self)
                .on(pods, Claims::keysOf);
        // Anything that may make room lets every waiting pod try again.
        Controller<Key> scheduling = new Controller<>("scheduler", scheduler, settings.withWorkers(1))
                .on(pods, Scheduler::waits, Controllers::self)
                .on(pods, Pods::isBound, all(scheduler))
                .on(nodes, all(scheduler))
                .on(claims, all(scheduler))
                .on(slices, all(scheduler))
                .on(classes, all(scheduler));
        List<Controller<Key>> controllers = List.of(scheduling, maker, releaser);
        controllers.forEach(Controller::start);
        return new Controllers(controllers, List.of(schedulerEvents, claimEvents));
    }

    /** Stops each after what it has begun; what they had to say is written last. */
    @Override
    public void close() {
        controllers.forEach(Controller::close);
        events.forEach(Events::close);
    }

    private static List<Key> self(HasMetadata object) {
        return List.of(Key.of(object));
    }

    private static <T> Function<T, List<Key>> all(Scheduler scheduler) {
        return _ -> scheduler.waiting();
    }

    private static Stream<Key> podOwning(ResourceClaim claim) {
        return Claims.owningPod(claim).stream()
                .map(owner -> new Key(claim.getMetadata().getNamespace(), owner.getName()));
    }

    private static List<Key> podsNaming(SharedIndexInformer<Pod> pods, ResourceClaimTemplate template) {
        return pods.getStore().list().stream()
                .filter(pod -> pod.getMetadata()
                        .getNamespace()
                        .equals(template.getMetadata().getNamespace()))
                .filter(pod -> pod.getSpec().getResourceClaims().stream()
                        .anyMatch(
                                claim -> template.getMetadata().getName().equals(claim.getResourceClaimTemplateName())))
                .map(Key::of)
                .toList();
    }
}
