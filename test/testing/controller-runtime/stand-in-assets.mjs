// A folder for KUBEBUILDER_ASSETS in which etcd and kube-apiserver are the embedded plane, and kubectl is real.
import { chmod, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildControlPlane } from '../../control-plane/build.mjs';

/** Creates the folder; the caller deletes it. */
export async function standInAssets() {
  const programs = await buildControlPlane(['kubectl']);
  const assets = await mkdtemp(path.join(tmpdir(), 'kbts-stand-in-'));
  await symlink(path.join(programs, 'kubectl'), path.join(assets, 'kubectl'));
  await Promise.all(['etcd', 'kube-apiserver'].map((name) => addStandIn(assets, name)));
  return assets;
}

/** A program with the name that envtest looks for. */
async function addStandIn(assets, name) {
  const script = fileURLToPath(new URL('stand-in.mjs', import.meta.url));
  const file = path.join(assets, name);
  const lines = [
    '#!/bin/sh',
    // Suites ask kube-apiserver which flags it knows.
    '[ "$1" = --help ] && exit 0',
    `exec "${process.execPath}" "${script}" ${name} "$@"`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  await chmod(file, 0o755);
}
