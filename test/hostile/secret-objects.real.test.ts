/** What a Secret in config/ contains is in nothing that cluster commands print, whoever words the message. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../src/testing/control-plane.js';
import { startControlPlane } from '../../src/testing/start-control-plane.js';
import { runCli, runOk } from '../cli/fakes/run-cli.js';
import { partOf } from '../lanes/thorough.js';
import { temporaryFolder } from '../project-folder.js';
import { ensureBinaries } from '../testing/real-binaries.js';

const canary = 'CANARY-7f3a91-must-not-be-printed';
const encoded = Buffer.from(canary).toString('base64');
const head = 'apiVersion: v1\nkind: Secret\nmetadata: { name: database }\n';

interface Shape {
  /** The document of the Secret. */
  readonly secret?: string;
  /** Lines of the kustomization. */
  readonly kustomization?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Whether it cannot be deployed; so by default. */
  readonly fails?: boolean;
}

const shapes: Record<string, Shape> = {
  'a good one': { secret: `${head}stringData: { password: ${canary} }\ndata: { other: ${encoded} }\n`, fails: false },
  'data that is not base64': { secret: `${head}data: { password: ${canary} }\n` },
  'data of another type': { secret: `${head}data: ${canary}\n` },
  'string data that is a list': { secret: `${head}stringData: [${canary}]\n` },
  'string data that is a string': { secret: `${head}stringData: ${canary}\n` },
  'nested data': { secret: `${head}data: { a: { b: ${canary} } }\n` },
  'a value in the place of the type': { secret: `${head}type: [${canary}]\nstringData: { a: ${canary} }\n` },
  'a TLS Secret without its keys': { secret: `${head}type: kubernetes.io/tls\nstringData: { other: ${canary} }\n` },
  'credentials of a registry that are not JSON': {
    secret: `${head}type: kubernetes.io/dockerconfigjson\nstringData: { .dockerconfigjson: '{${canary}' }\n`,
  },
  'a key with forbidden letters': { secret: `${head}stringData: { "a b": ${canary} }\n` },
  'an unknown anchor': { secret: `${head}stringData: { password: *${canary} }\n` },
  'a tag': { secret: `${head}stringData: { password: !${canary} a }\n`, fails: false },
  'an open quote': { secret: `${head}stringData: { password: "${canary} }\n` },
  'no colon': { secret: `${head}stringData:\n  password ${canary}\n  other: a\n` },
  'a tab': { secret: `${head}stringData:\n\tpassword: ${canary}\n` },
  'JSON that is cut': { secret: `{"apiVersion":"v1","kind":"Secret","stringData":{"a":"${canary}"` },
  'a literal without its key': { kustomization: `secretGenerator:\n- name: a\n  literals: [${canary}]\n` },
  'a literal with a bad key': { kustomization: `secretGenerator:\n- name: a\n  literals: ["${canary} x=1"]\n` },
  'an environment file with a bad line': {
    kustomization: `secretGenerator:\n- name: a\n  envs: [secret.env]\n`,
    files: { 'secret.env': `a=b\n${canary} x y=1\n` },
  },
  'a patch that cannot be read': {
    secret: `${head}stringData: { a: b }\n`,
    kustomization: `patches:\n- target: { kind: Secret }\n  patch: |-\n    stringData\n      a: ${canary}\n`,
  },
  'a patch without a target': {
    secret: `${head}stringData: { a: b }\n`,
    kustomization: `patches:\n- patch: |-\n    apiVersion: v1\n    kind: Secret\n    metadata: { name: other }\n    stringData: { a: ${canary} }\n`,
  },
  'a JSON patch that does not fit': {
    secret: `${head}stringData: { a: b }\n`,
    kustomization: `patches:\n- target: { kind: Secret }\n  patch: '[{ "op": "test", "path": "/stringData/a", "value": "${canary}" }]'\n`,
  },
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let plane: ControlPlane;
let kubeconfig: string;
beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl']);
  folder = await temporaryFolder('secrets');
  plane = await startControlPlane({ kind: 'envtest' });
  kubeconfig = path.join(path.dirname(folder.root), 'kubeconfig.yaml');
  await writeFile(kubeconfig, plane.kubeconfig());
  await runOk(folder.root, 'init', '--domain', 'my.domain', '--project-name', 'shop', '--skip-install', '--kbts', '*');
  // The namespace must exist: without it, a dry run cannot ask the server about a Secret in it.
  await runOk(folder.root, 'deploy', '--image', 'example.com/shop:v1', '--no-wait', '--kubeconfig', kubeconfig);
}, 240_000);
afterAll(async () => {
  await plane?.stop();
  await folder?.clean();
});

describe.each(partOf(Object.entries(shapes), 6))('%s', (name, shape) => {
  const root = () => `${folder.root}-${name.replace(/\W+/g, '-')}`;
  beforeAll(async () => {
    await cp(folder.root, root(), { recursive: true });
    await addShape(root(), shape);
  });
  afterAll(async () => rm(root(), { recursive: true, force: true }));

  test('is not printed', async () => {
    for (const command of [
      ['deploy', '--image', 'example.com/shop:v1', '--dry-run'],
      ['deploy', '--image', 'example.com/shop:v1', '--diff'],
      ['deploy', '--image', 'example.com/shop:v1', '--no-wait'],
      ['undeploy', '--yes', '--dry-run'],
    ]) {
      const result = await runCli(root(), [...command, '--kubeconfig', kubeconfig]);
      const printed = result.stdout + result.stderr;
      if (command[0] === 'deploy') expect(result.code === 0, printed).toBe(shape.fails === false);
      for (const secret of [canary, encoded, canary.slice(0, 12)])
        expect(printed, command.join(' ')).not.toContain(secret);
    }
  }, 240_000);
});

async function addShape(root: string, { secret, kustomization = '', files = {} }: Shape): Promise<void> {
  const directory = path.join(root, 'config/default');
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(directory, file), text);
  const main = path.join(directory, 'kustomization.yaml');
  let lines = await readFile(main, 'utf8');
  if (secret !== undefined) {
    await writeFile(path.join(directory, 'secret.yaml'), secret);
    lines = lines.replace('resources:\n', 'resources:\n- secret.yaml\n');
  }
  await writeFile(main, `${lines}\n${kustomization}`);
}
