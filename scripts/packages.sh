# The Debian packages that the real and lab tiers need. Sourced by ./check.
packages="busybox-static gcc iproute2 libseccomp-dev libvirt-clients libvirt-daemon libvirt-daemon-driver-qemu libxml2-utils \
    mmdebstrap pciutils pkg-config qemu-system-x86 tini util-linux"

# Installs those that are absent, all at once: tests that run side by side would fight over apt. Does nothing where it may
# not; then the tests say what they lack. What apt says goes to the file $1.
install_packages() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 0
    absent=
    for package in $packages; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || absent="$absent $package"
    done
    [ -n "$absent" ] || return 0
    echo "installing$absent"
    # shellcheck disable=SC2086 # several words
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $absent; } >"$1" 2>&1 ||
        echo "check: apt-get could not install them, see $1; the tests that need them say so" >&2
}
