# Runs once inside the new root of the lab machine: adds the kernel modules that Debian does not build, and makes the initramfs.
set -eu
version=$(ls /lib/modules)
archive=$(ls /usr/src/linux-source-*.tar.xz)
source=$(basename "$archive" .tar.xz)
work=$(mktemp -d)

# Mediated devices (mtty) and the vDPA simulator, from Debian's kernel source.
tar -xJf "$archive" -C "$work" --wildcards \
    "$source/samples/vfio-mdev/mtty.c" "$source/drivers/vdpa/vdpa_sim/*" "$source/drivers/vhost/vringh.c"
mkdir "$work/mdev" "$work/vdpa"
mv "$work/$source"/samples/vfio-mdev/mtty.c "$work/mdev/"
mv "$work/$source"/drivers/vdpa/vdpa_sim/*.[ch] "$work/$source"/drivers/vhost/vringh.c "$work/vdpa/"
echo 'obj-m := mtty.o' >"$work/mdev/Makefile"
echo 'obj-m := vringh.o vdpa_sim.o vdpa_sim_net.o' >"$work/vdpa/Makefile"
for part in mdev vdpa; do
    make -s -C "/lib/modules/$version/build" M="$work/$part" modules
done
strip -g "$work"/*/*.ko
mkdir -p "/lib/modules/$version/updates"
mv "$work"/*/*.ko "/lib/modules/$version/updates/"
depmod "$version"

# An initramfs that can do no more than mount the shared root.
initramfs=$work/initramfs
mkdir -p "$initramfs/bin" "$initramfs/modules"
cp /bin/busybox "$initramfs/bin/"
mv /init.sh "$initramfs/init"
chmod 755 "$initramfs/init"
for module in 9p 9pnet_virtio overlay; do
    modprobe -S "$version" --show-depends $module
done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++' | while read -r file; do
    name=$(basename "$file" .xz)
    xz -dc "$file" >"$initramfs/modules/$name"
    echo "$name" >>"$initramfs/modules/order"
done
(cd "$initramfs" && find . | busybox cpio -o -H newc | gzip) >/boot/initramfs
ln -s "vmlinuz-$version" /boot/vmlinuz
rm -rf "$work" "$archive"
