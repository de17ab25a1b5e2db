#!/bin/bash
# Proves the two commands on a fresh Debian 12 with nothing but git and make: a minimal
# system is installed into a folder, the last commit is cloned into it, and `make play`
# and `make test` run there, each twice. Needs root, debootstrap, and packages as this machine
# gets them: from where its apt does, with the certificates that its Node.js trusts.
#
#   tests/install/fresh_debian.sh FOLDER [play|test]
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1 what=${2:-all}

if [ ! -e "$folder/etc/debian_version" ]; then
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' |
        grep -v security | head -1)
    debootstrap --variant=minbase --include=git,make,ca-certificates bookworm "$folder" \
        "$mirror" >/dev/null
    cp -r /etc/apt/. "$folder/etc/apt/"
    cp /etc/resolv.conf "$folder/etc/" 2>/dev/null || true
fi
# Terminals are in dev/pts, which has a mount of its own.
for mount in proc dev dev/pts; do
    mountpoint -q "$folder/$mount" || mount --bind "/$mount" "$folder/$mount"
done
trap 'umount -l "$folder/proc" "$folder/dev/pts" "$folder/dev"' EXIT

certificates=${NODE_EXTRA_CA_CERTS:-}
if [ -n "$certificates" ]; then
    cp "$certificates" "$folder/root/certificates.pem"
    certificates=/root/certificates.pem
fi

rm -rf "$folder/root/linea"
git clone -q "$source" "$folder/root/linea"
inside() {
    chroot "$folder" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
        ${certificates:+NODE_EXTRA_CA_CERTS="$certificates"} \
        bash -c "cd /root/linea && $1"
}
if [ "$what" != test ]; then
    inside "make build && echo | make terminal"
    # It serves until it is interrupted.
    inside "timeout -s INT 10 make play | tee /tmp/play; grep -q '^Linea is at http://127' /tmp/play"
fi
if [ "$what" != play ]; then
    inside "make test"
    inside "time make test"
fi
echo "fresh Debian 12: $what works"
