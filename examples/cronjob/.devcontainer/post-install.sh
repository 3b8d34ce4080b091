#!/usr/bin/env bash
# Installs kind and the packages of this project, then waits for Docker.
set -euo pipefail

case "$(uname -m)" in
  x86_64) arch=amd64 ;;
  aarch64) arch=arm64 ;;
  *) echo "no kind binary for $(uname -m)" >&2; exit 1 ;;
esac
curl -fsSLo /usr/local/bin/kind "https://kind.sigs.k8s.io/dl/latest/kind-linux-${arch}"
chmod +x /usr/local/bin/kind

npm install

for _ in $(seq 1 30); do
  docker info > /dev/null 2>&1 && break
  sleep 1
done
docker network inspect kind > /dev/null 2>&1 || docker network create kind > /dev/null

kind version
kubectl version --client
npx kbts version
