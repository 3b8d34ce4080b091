/** The real kube-apiserver accepts the CRDs of the hand-written types, without a warning. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ManifestsPlanOptions, planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { createTransport } from '../../../src/runtime/client/connection/http-transport.js';
import type { Transport } from '../../../src/runtime/client/connection/transport.js';
import { type ControlPlane, startControlPlane } from '../../../src/testing/index.js';
import { ensureBinaries } from '../../testing/real-binaries.js';

const root = path.join(import.meta.dirname, 'corpus-types');
const names = readdirSync(root)
  .filter((name) => existsSync(path.join(root, name, 'original.json')))
  .sort();
let plane: ControlPlane;
let transport: Transport;

beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({ kind: 'envtest' });
  transport = createTransport(plane.config);
}, 180_000);

afterAll(async () => {
  await transport[Symbol.asyncDispose]();
  await plane.stop();
});

describe('the API server accepts the CRD of', () => {
  test.each(names)('%s', async (name) => {
    const { options } = JSON.parse(readFileSync(path.join(root, name, 'original.json'), 'utf8')) as {
      options?: Partial<ManifestsPlanOptions>;
    };
    const { files } = await planManifests({ ...options, root, paths: [name], generators: ['crd'] });

    const response = await transport.request({
      method: 'POST',
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All',
      headers: { 'content-type': 'application/yaml' },
      body: files[0]?.text ?? '',
    });

    expect(response.status, await response.text()).toBe(201);
    expect(response.warnings).toEqual([]);
  });
});
