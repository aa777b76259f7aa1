#!/bin/sh
# Makes a container image from nothing but the binary, what it links, and the certificates of authorities.
#
#   docs/container/build.sh BINARY [IMAGE]      # needs buildah; the image is waybill:VERSION unless named
#   buildah push waybill:VERSION docker-archive:waybill.tar
#
# The server runs as 65532, keeps its data in /data, listens on port 8046, and answers Prometheus on 9046.
set -eu

binary=$1
version=$("$binary" --version | cut -d ' ' -f 2)
image=${2:-waybill:$version}
authorities=/etc/ssl/certs/ca-certificates.crt

root=$(mktemp -d)
container=
trap 'rm -rf "$root"; [ -z "$container" ] || buildah rm "$container" >/dev/null' EXIT

umask 022
mkdir -p "$root/usr/bin" "$root/etc/ssl/certs" "$root/tmp"
chmod 755 "$root"
chmod 1777 "$root/tmp"
install -m 755 "$binary" "$root/usr/bin/waybill"
# Paths of libraries are in the third column, that of the loader is in the first. A static binary has none.
{ ldd "$binary" 2>/dev/null || true; } | awk '$2 == "=>" { print $3 } $1 ~ "^/" { print $1 }' |
    while read -r library; do
        install -D -m 755 "$(realpath "$library")" "$root$library"
    done
[ ! -e "$authorities" ] || install -m 644 "$authorities" "$root$authorities"
echo 'waybill:x:65532:65532::/data:/usr/bin/waybill' > "$root/etc/passwd"

container=$(buildah from scratch)
buildah copy --quiet "$container" "$root" / >/dev/null
# What the server writes is its own; an empty folder is copied with its owner only where there is none yet.
mkdir -p "$root/own/data"
buildah copy --quiet --chown 65532:65532 --chmod 700 "$container" "$root/own" / >/dev/null
buildah config \
    --user 65532:65532 \
    --workingdir /data \
    --volume /data \
    --port 8046 --port 9046 \
    --env WAYBILL_LISTEN=0.0.0.0:8046 \
    --env WAYBILL_METRICS_LISTEN=0.0.0.0:9046 \
    --env WAYBILL_DATA=/data \
    --entrypoint '["/usr/bin/waybill", "serve"]' \
    --stop-signal SIGTERM \
    --label org.opencontainers.image.title=Waybill \
    --label org.opencontainers.image.version="$version" \
    --label org.opencontainers.image.licenses=Apache-2.0 \
    "$container"
buildah commit --quiet "$container" "$image" >/dev/null
echo "$image"
