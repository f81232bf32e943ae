package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceToleration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which taint of a device keeps a request away. */
final class Taints {
    private Taints() {}

    /** The first taint that forbids allocation and is not tolerated; null when there is none. */
    static @Nullable DeviceTaint untolerated(PoolDevice device, List<DeviceToleration> tolerations) {
        for (DeviceTaint taint : device.device().getTaints()) {
            String effect = String.valueOf(taint.getEffect());
            boolean forbids = effect.equals("NoSchedule") || effect.equals("NoExecute");
            if (forbids && tolerations.stream().noneMatch(toleration -> tolerates(toleration, taint))) {
                return taint;
            }
        }
        return null;
    }

    private static boolean tolerates(DeviceToleration toleration, DeviceTaint taint) {
        if (!isEmpty(toleration.getEffect()) && !toleration.getEffect().equals(taint.getEffect())) {
            return false;
        }
        if (!isEmpty(toleration.getKey()) && !toleration.getKey().equals(taint.getKey())) {
            return false;
        }
        return switch (isEmpty(toleration.getOperator()) ? "Equal" : toleration.getOperator()) {
            case "Equal" -> text(toleration.getValue()).equals(text(taint.getValue()));
            case "Exists" -> true;
            default -> false;
        };
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
