# Runs libvirtd in namespaces of its own: no /dev/kvm, a VFIO that looks ready, and all of its state below $1.
# To be started by: unshare --mount --net --pid --fork --kill-child --mount-proc
set -e
state=$1
mount --make-rprivate /

mkdir -p "$state/dev/vfio" "$state/dev/pts" "$state/dev/shm" "$state/dev/net" "$state/dev/hugepages" "$state/groups/0"
for node in null zero full random urandom tty ptmx net/tun; do
  touch "$state/dev/$node"
  mount --bind "/dev/$node" "$state/dev/$node"
done
mount --bind /dev/pts "$state/dev/pts"
touch "$state/dev/vfio/vfio"
mount -t hugetlbfs -o pagesize=2M none "$state/dev/hugepages"
mount --rbind "$state/dev" /dev
# Libvirt passes PCI devices only on a host that has an IOMMU group.
mount --bind "$state/groups" /sys/kernel/iommu_groups

for directory in etc run var/lib var/cache var/log; do
  mkdir -p "$state/$directory" "/$directory/libvirt"
  mount --bind "$state/$directory" "/$directory/libvirt"
done

# The user that libvirt looks for even if it is told another one.
cp /etc/passwd /etc/group "$state"
grep -q ^libvirt-qemu: /etc/passwd || echo libvirt-qemu:x:64055:64055::/nonexistent:/bin/false >> "$state/passwd"
grep -q ^libvirt-qemu: /etc/group || echo libvirt-qemu:x:64055: >> "$state/group"
mount --bind "$state/passwd" /etc/passwd
mount --bind "$state/group" /etc/group

cat > /etc/libvirt/qemu.conf <<'CONFIGURATION'
user = "root"
group = "root"
security_driver = "none"
stdio_handler = "file"
cgroup_controllers = []
CONFIGURATION

# Libvirt's probes leave orphans behind, which the first process of the namespace must bury.
exec tini -- libvirtd --pid-file /run/libvirt/libvirtd.pid
