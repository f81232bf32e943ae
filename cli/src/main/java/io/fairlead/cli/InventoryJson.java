package io.fairlead.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.host.Disk;
import io.fairlead.host.IommuGroup;
import io.fairlead.host.MdevInstance;
import io.fairlead.host.MdevParent;
import io.fairlead.host.MdevType;
import io.fairlead.host.NetworkInterface;
import io.fairlead.host.Obstacle;
import io.fairlead.host.Offer;
import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciBar;
import io.fairlead.host.PciCard;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.PciLink;
import io.fairlead.host.Sriov;
import io.fairlead.host.VdpaDevice;
import io.fairlead.host.names.FunctionNames;
import java.util.Collection;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Function;

/** An inventory as JSON. Scripts depend on every name here; what is not known is left out. */
final class InventoryJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final PciInventory inventory;
    private final FunctionNames names;

    private InventoryJson(PciInventory inventory, FunctionNames names) {
        this.inventory = inventory;
        this.names = names;
    }

    static ObjectNode of(PciInventory inventory, FunctionNames names, String namesFrom) {
        return new InventoryJson(inventory, names).all(namesFrom);
    }

    private ObjectNode all(String namesFrom) {
        ObjectNode json = JSON.objectNode();
        json.set("functions", list(inventory.functions(), this::function));
        json.set("cards", list(inventory.cards(), this::card));
        json.set("iommuGroups", list(inventory.groups(), InventoryJson::group));
        json.set("units", list(inventory.units(), this::unit));
        json.set("mediatedDeviceParents", list(inventory.mdevParents(), InventoryJson::parent));
        json.set("vdpaDevices", list(inventory.vdpaDevices(), InventoryJson::vdpa));
        ObjectNode collisions = json.putObject("collisions");
        names.collisions(inventory.functions()).forEach((name, ids) -> collisions.set(name.toString(), texts(ids)));
        json.put("namesFrom", namesFrom);
        json.set("warnings", texts(inventory.warnings()));
        return json;
    }

    private ObjectNode function(PciFunction function) {
        ObjectNode json = JSON.objectNode();
        json.put("address", function.address().toString());
        json.put("vendorId", function.id().vendorHex());
        json.put("deviceId", function.id().deviceHex());
        function.subsystem().ifPresent(id -> {
            json.put("subsystemVendorId", id.vendorHex());
            json.put("subsystemDeviceId", id.deviceHex());
        });
        json.put("classId", function.type().toString());
        json.put("programmingInterface", "%02x".formatted(function.type().programmingInterface()));
        json.put("revision", "%02x".formatted(function.revision()));
        json.put("description", names.description(function));
        names.subsystem(function).ifPresent(name -> json.put("subsystem", name));
        json.put("resourceName", names.resourceName(function).toString());
        function.driver().ifPresent(driver -> json.put("driver", driver));
        put(json, "iommuGroup", function.iommuGroup());
        put(json, "numaNode", function.numaNode());
        json.put("pcieRoot", function.pcieRoot());
        json.set("bridges", texts(function.bridges()));
        function.link().ifPresent(link -> json.set("link", link(link)));
        json.set("bars", list(function.bars(), InventoryJson::bar));
        json.put("bootVga", function.bootVga());
        json.set("resetMethods", texts(function.resetMethods()));
        putSriov(json, function.sriov());
        json.set("interfaces", list(function.interfaces(), InventoryJson::networkInterface));
        json.set("disks", list(function.disks(), InventoryJson::disk));
        return json;
    }

    private static void putSriov(ObjectNode json, Sriov sriov) {
        switch (sriov) {
            case Sriov.None() -> {}
            case Sriov.Virtual(PciAddress physical) -> json.put("physicalFunction", physical.toString());
            case Sriov.Physical physical -> {
                json.put("totalVirtualFunctions", physical.total());
                ObjectNode made = json.putObject("virtualFunctions");
                physical.virtualFunctions()
                        .forEach((index, address) -> made.put(String.valueOf(index), address.toString()));
            }
        }
    }

    private static ObjectNode link(PciLink link) {
        return JSON.objectNode()
                .put("speed", link.speed())
                .put("width", link.width())
                .put("maxSpeed", link.maxSpeed())
                .put("maxWidth", link.maxWidth());
    }

    private static ObjectNode bar(PciBar bar) {
        return JSON.objectNode()
                .put("index", bar.index())
                .put("size", bar.size())
                .put("space", bar.space().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .put("prefetchable", bar.prefetchable());
    }

    private static ObjectNode networkInterface(NetworkInterface networkInterface) {
        ObjectNode json = JSON.objectNode()
                .put("name", networkInterface.name())
                .put("defaultRoute", networkInterface.defaultRoute());
        json.set("uppers", texts(networkInterface.uppers()));
        return json;
    }

    private static ObjectNode disk(Disk disk) {
        ObjectNode json = JSON.objectNode().put("name", disk.name());
        json.set("uses", texts(disk.uses()));
        return json;
    }

    private ObjectNode card(PciCard card) {
        ObjectNode json = JSON.objectNode().put("slot", card.slot().toString());
        json.set("functions", texts(card.addresses()));
        putOffer(json, inventory.offer(card));
        return json;
    }

    private static ObjectNode group(IommuGroup group) {
        ObjectNode json = JSON.objectNode().put("number", group.number()).put("isolating", group.isolating());
        json.set("functions", texts(group.functions()));
        json.set("others", texts(group.others()));
        return json;
    }

    private ObjectNode unit(PassthroughUnit unit) {
        ObjectNode json = JSON.objectNode();
        json.set("functions", texts(unit.addresses()));
        json.put("resourceName", names.resourceName(unit.primary()).toString());
        json.put("because", unit.because());
        putOffer(json, unit.offer());
        return json;
    }

    private static void putOffer(ObjectNode json, Offer offer) {
        json.put("offerable", offer.isOfferable());
        if (offer instanceof Offer.Withheld(var obstacles)) {
            json.set("obstacles", texts(obstacles.stream().map(Obstacle::text).toList()));
        }
    }

    private static ObjectNode parent(MdevParent parent) {
        ObjectNode json = JSON.objectNode().put("name", parent.name());
        parent.function().ifPresent(function -> json.put("function", function.toString()));
        json.set("types", list(parent.types(), InventoryJson::type));
        json.set("instances", list(parent.instances(), InventoryJson::instance));
        return json;
    }

    private static ObjectNode type(MdevType type) {
        ObjectNode json = JSON.objectNode().put("id", type.id()).put("name", type.name());
        type.description().ifPresent(text -> json.put("description", text));
        return json.put("deviceApi", type.deviceApi()).put("available", type.available());
    }

    private static ObjectNode instance(MdevInstance instance) {
        ObjectNode json = JSON.objectNode().put("uuid", instance.uuid()).put("type", instance.type());
        instance.driver().ifPresent(driver -> json.put("driver", driver));
        put(json, "iommuGroup", instance.iommuGroup());
        return json;
    }

    private static ObjectNode vdpa(VdpaDevice device) {
        ObjectNode json = JSON.objectNode().put("name", device.name());
        device.function().ifPresent(function -> json.put("function", function.toString()));
        device.driver().ifPresent(driver -> json.put("driver", driver));
        device.vhostDevice().ifPresent(name -> json.put("vhostDevice", name));
        return json;
    }

    private static void put(ObjectNode json, String name, OptionalInt number) {
        number.ifPresent(value -> json.put(name, value));
    }

    private static <T> ArrayNode list(Collection<T> values, Function<T, ObjectNode> toJson) {
        ArrayNode list = JSON.arrayNode();
        values.forEach(value -> list.add(toJson.apply(value)));
        return list;
    }

    private static ArrayNode texts(Collection<?> values) {
        ArrayNode list = JSON.arrayNode();
        values.forEach(value -> list.add(value.toString()));
        return list;
    }
}
