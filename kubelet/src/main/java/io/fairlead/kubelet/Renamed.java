package io.fairlead.kubelet;

import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;

/** Serves one implementation under the name of another version, where both versions have the same messages on the wire. */
final class Renamed {
    private Renamed() {}

    static BindableService service(BindableService original, String name) {
        return () -> {
            ServerServiceDefinition.Builder renamed = ServerServiceDefinition.builder(name);
            original.bindService().getMethods().forEach(method -> add(renamed, method, name));
            return renamed.build();
        };
    }

    private static <Q, A> void add(
            ServerServiceDefinition.Builder service, ServerMethodDefinition<Q, A> method, String name) {
        MethodDescriptor<Q, A> original = method.getMethodDescriptor();
        String bare = original.getFullMethodName()
                .substring(original.getFullMethodName().lastIndexOf('/') + 1);
        service.addMethod(
                original.toBuilder()
                        .setFullMethodName(MethodDescriptor.generateFullMethodName(name, bare))
                        .build(),
                method.getServerCallHandler());
    }
}
