package io.fairlead.host;

import java.util.List;

/** One thing that keeps a function with the host. */
public sealed interface Obstacle {
    /** One sentence without a full stop: what is in the way and, where there is one, the way out. */
    String text();

    /** A bridge is part of the machine. */
    record Bridge(PciAddress function) implements Obstacle {
        @Override
        public String text() {
            return function + " is a bridge";
        }
    }

    /** The console would go dark. */
    record BootVga(PciAddress function) implements Obstacle {
        @Override
        public String text() {
            return function + " is the display that the machine booted on; it is given away only with consent";
        }
    }

    /** The host would lose its way out. */
    record DefaultRoute(PciAddress function, String networkInterface) implements Obstacle {
        @Override
        public String text() {
            return "%s carries the default route on %s".formatted(function, networkInterface);
        }
    }

    /** A bridge, bond or VLAN of the host would lose what it is built on. */
    record NetworkMember(PciAddress function, String networkInterface, String upper) implements Obstacle {
        @Override
        public String text() {
            return "%s carries %s, which %s is built on".formatted(function, networkInterface, upper);
        }
    }

    /** The host would lose a disk that it uses. */
    record DiskInUse(PciAddress function, Disk disk) implements Obstacle {
        @Override
        public String text() {
            return "%s carries disk %s, used by %s".formatted(function, disk.name(), String.join(", ", disk.uses()));
        }
    }

    /** What cannot be known counts as in use. */
    record Unknown(PciAddress function, String what) implements Obstacle {
        @Override
        public String text() {
            return "%s may be in use: %s".formatted(function, what);
        }
    }

    /** Its virtual functions would vanish with it. */
    record HasVirtualFunctions(PciAddress function, int count) implements Obstacle {
        @Override
        public String text() {
            return "%s has %d virtual functions; offer those, or set sriov_numvfs to 0".formatted(function, count);
        }
    }

    /** Its mediated devices would vanish with it. */
    record HasMediatedDevices(PciAddress function, int count) implements Obstacle {
        @Override
        public String text() {
            return "%s has %d mediated devices; remove them first".formatted(function, count);
        }
    }

    /** Its vDPA devices would vanish with it. */
    record HasVdpaDevices(PciAddress function, List<String> names) implements Obstacle {
        public HasVdpaDevices {
            names = List.copyOf(names);
        }

        @Override
        public String text() {
            return "%s has vDPA devices %s; remove them first".formatted(function, String.join(", ", names));
        }
    }

    /** Other functions sit behind it and would vanish with it. */
    record CarriesFunctions(PciAddress function, List<PciAddress> others) implements Obstacle {
        public CarriesFunctions {
            others = List.copyOf(others);
        }

        @Override
        public String text() {
            return "%s carries %d functions behind it, the first %s"
                    .formatted(function, others.size(), others.getFirst());
        }
    }

    /** Nothing would stop its DMA. */
    record NoIommuGroup(PciAddress function) implements Obstacle {
        @Override
        public String text() {
            return function + " has no IOMMU group; switch the IOMMU on in the firmware and on the kernel command line";
        }
    }

    /** A no-IOMMU group stops nothing either. */
    record NotIsolated(int group) implements Obstacle {
        @Override
        public String text() {
            return "IOMMU group %d is of vfio's no-IOMMU mode and isolates nothing".formatted(group);
        }
    }

    /** Somebody else lives in the same group. */
    record SharesGroup(int group, String with) implements Obstacle {
        @Override
        public String text() {
            return "IOMMU group %d also has %s".formatted(group, with);
        }
    }
}
