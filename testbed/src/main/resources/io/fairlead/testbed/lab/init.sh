#!/bin/busybox sh
# First process of the lab machine: mounts the read-only root that the host shares, a layer of memory above it, and goes there.
/bin/busybox mkdir -p /proc /sys /dev /lower /layer /root
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
while read -r module; do
    insmod "/modules/$module"
done </modules/order
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,ro,cache=loose root /lower
mount -t tmpfs tmpfs /layer
mkdir -p /layer/upper /layer/work
mount -t overlay -o lowerdir=/lower,upperdir=/layer/upper,workdir=/layer/work overlay /root
for folder in proc sys dev; do mount --move /$folder /root/$folder; done
# The host shares its folder under the same path as there.
folder=$(sed -n 's/.*lab\.folder=\([^ ]*\).*/\1/p' /root/proc/cmdline)
mkdir -p "/root$folder"
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000 lab "/root$folder"
exec switch_root /root /bin/sh "$folder/start.sh" "$folder"
