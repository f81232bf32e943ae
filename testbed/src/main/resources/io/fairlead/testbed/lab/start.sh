# First process on the full root: file systems, drivers, virtual functions; then the agent through which the host gives commands.
# $1 is the folder that the host shares, under the same path as there.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
for folder in /dev/shm /run; do mount -t tmpfs tmpfs $folder; done
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount --make-rshared /
while read -r tag folder; do
    mkdir -p "$folder"
    mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,ro,cache=loose "$tag" "$folder"
done <"$1/shares"
hostname lab
echo 127.0.0.1 localhost lab >/etc/hosts
ip link set lo up
# A write to sysfs that hangs shows its stack on the console soon.
echo 20 >/proc/sys/kernel/hung_task_timeout_secs
modprobe -a virtio_console virtio_net igb igbvf e1000e nvme vfio-pci vfio_iommu_type1 mdev mtty vdpa vhost_vdpa vdpa_sim_net
card=/sys/bus/pci/devices/0000:01:00.0
ip link set "$(ls $card/net)" up
echo 3 >$card/sriov_numvfs
echo "lab: up after $(cut -d' ' -f1 /proc/uptime) s"
exec tini -- qemu-ga --method=virtio-serial --path=/dev/vport0p1
