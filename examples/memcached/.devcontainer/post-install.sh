#!/usr/bin/env bash
# Installs kind and the packages of this project, then waits for Docker.
set -euo pipefail

bash scripts/install-kind.sh

npm install

for _ in $(seq 1 30); do
  docker info > /dev/null 2>&1 && break
  sleep 1
done
docker network inspect kind > /dev/null 2>&1 || docker network create kind > /dev/null

kubectl version --client
npx kbts version
