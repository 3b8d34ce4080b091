#!/usr/bin/env bash
# Installs one version of kind (https://kind.sigs.k8s.io) into the folder given, after checking what was downloaded.
set -euo pipefail

version=v0.30.0
case "$(uname -m)" in
  x86_64) arch=amd64 sha256=517ab7fc89ddeed5fa65abf71530d90648d9638ef0c4cde22c2c11f8097b8889 ;;
  aarch64) arch=arm64 sha256=7ea2de9d2d190022ed4a8a4e3ac0636c8a455e460b9a13ccf19f15d07f4f00eb ;;
  *) echo "no kind binary for $(uname -m)" >&2; exit 1 ;;
esac
folder=${1:-/usr/local/bin}
download=$(mktemp)
trap 'rm -f "$download"' EXIT
curl --proto '=https' -fsSLo "$download" "https://kind.sigs.k8s.io/dl/${version}/kind-linux-${arch}"
echo "${sha256}  ${download}" | sha256sum --check --quiet
install -m 0755 "$download" "${folder}/kind"
"${folder}/kind" version
