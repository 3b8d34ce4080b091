/** The real kube-apiserver accepts every object of the suite, and judges objects as the types say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planManifests, type ManifestsPlanOptions } from '../../src/commands/manifests/manifests-plan.js';
import { createTransport } from '../../src/runtime/client/connection/http-transport.js';
import type { Transport } from '../../src/runtime/client/connection/transport.js';
import { type ControlPlane, eventually, startControlPlane } from '../../src/testing/index.js';
import { fromYaml } from '../../src/yaml.js';
import { ensureBinaries } from '../testing/real-binaries.js';
import { packagesOf } from './packages.js';
import { readSamples } from './samples.js';

interface Document {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly group: string };
}

const suite = import.meta.dirname;
const patient = { timeoutMs: 60_000 };
const names = (folder: string): string[] => readdirSync(path.join(suite, folder)).sort();
let plane: ControlPlane;
let transport: Transport;

beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({ kind: 'envtest' });
  transport = createTransport(plane.config);
  for (const name of ['zoo', 'park', 'system'])
    await send('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
}, 180_000);

afterAll(async () => {
  await transport[Symbol.asyncDispose]();
  await plane.stop();
});

describe('every object of the suite is accepted', () => {
  test.each(names('cases'))('%s', async (name) => {
    for (const { text, document } of await documents('cases', name)) {
      const { status, body } = await send(`${collection(document)}?dryRun=All`, text);
      expect(status, body).toBe(201);
    }
  });
});

describe.each(names('testdata'))('objects of %s', (name) => {
  const samples = readSamples(path.join(suite, 'testdata', name));
  const rows = `/apis/${name}.kbts.dev/v1/namespaces/default/rows`;
  const row = (spec: object, metadata: object) => ({
    apiVersion: `${name}.kbts.dev/v1`,
    kind: 'Row',
    metadata: { name: 'x', ...metadata },
    spec,
  });
  const create = async (spec: object) => send(`${rows}?dryRun=All`, row(spec, {}));

  beforeAll(async () => {
    for (const { text, document } of await documents('testdata', name)) {
      const { status, body } = await send(collection(document), text);
      expect(status, body).toBe(201);
    }
    await eventually(async () => {
      const response = await transport.request({
        method: 'GET',
        path: rows,
      });
      await response.text();
      expect(response.status).toBe(200);
    }, patient);
  });

  test.each(Object.entries(samples.accept))('accepts %s', async (_, spec) => {
    const { status, body } = await send200(create, spec);

    expect(status, body).toBe(201);
  });

  test.each(Object.entries(samples.reject))('rejects %s', async (_, spec) => {
    const { status, body } = await send200(create, spec);

    expect(status, body).toBe(422);
  });

  test.for(Object.entries(samples.becomes ?? {}))('%s changes what is stored', async ([, sample]) => {
    const { status, body } = await send200(create, sample.send);

    expect(status, body).toBe(201);
    expect((JSON.parse(body) as { spec: unknown }).spec).toEqual(sample.expect);
  });

  test.for(Object.entries(samples.update ?? {}))('%s judges changes', async ([, sample], { onTestFinished }) => {
    const created = await send200(async (spec) => send(rows, row(spec, {})), sample.from);
    onTestFinished(async () => void (await (await transport.request({ method: 'DELETE', path: `${rows}/x` })).text()));
    expect(created.status, created.body).toBe(201);
    const { metadata } = JSON.parse(created.body) as { metadata: object };
    const replace = async (spec: object) => (await send(`${rows}/x?dryRun=All`, row(spec, metadata), 'PUT')).status;

    for (const spec of sample.accept) expect(await replace(spec), JSON.stringify(spec)).toBe(200);
    for (const spec of sample.reject) expect(await replace(spec), JSON.stringify(spec)).toBe(422);
  });
});

/** A CRD that was just made may answer 404 for a moment on another path of the server. */
async function send200(create: (spec: object) => Promise<{ status: number; body: string }>, spec: object) {
  let result = await create(spec);
  await eventually(async () => {
    if (result.status === 404) result = await create(spec);
    expect(result.status).not.toBe(404);
  }, patient);
  return result;
}

async function documents(folder: string, name: string): Promise<{ text: string; document: Document }[]> {
  const root = path.join(suite, folder, name);
  const file = path.join(root, 'options.json');
  const options = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { kbts?: Partial<ManifestsPlanOptions> })
    : {};
  const plan = await planManifests({ root, paths: ['ts'], overlay: packagesOf(root), ...options.kbts });
  expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const texts = plan.files.flatMap((file) => file.text.split(/^---$/m).slice(1));
  return texts.map((text) => ({ text, document: fromYaml(text) as Document }));
}

function collection({ kind, metadata }: Document): string {
  switch (kind) {
    case 'CustomResourceDefinition':
      return '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    case 'ClusterRole':
      return '/apis/rbac.authorization.k8s.io/v1/clusterroles';
    case 'Role':
      return `/apis/rbac.authorization.k8s.io/v1/namespaces/${metadata.namespace ?? ''}/roles`;
    default:
      return `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}s`;
  }
}

/** Generated text goes as it is, so that the server reads our YAML. */
async function send(
  target: string,
  object: object | string,
  method: 'POST' | 'PUT' = 'POST',
): Promise<{ status: number; body: string }> {
  const isText = typeof object === 'string';
  const response = await transport.request({
    method,
    path: target,
    headers: { 'content-type': isText ? 'application/yaml' : 'application/json' },
    body: isText ? object : JSON.stringify(object),
  });
  return { status: response.status, body: await response.text() };
}
