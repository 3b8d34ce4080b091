import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { buildControlPlane } from '../control-plane/build.mjs';
import { temporaryFolder } from '../project-folder.js';
import { makeWithKbts, makeWithKubebuilder } from './side-by-side.js';

const decision = readFileSync('docs/decisions/0004-config-differences.md', 'utf8');

interface Deployment extends KubeObject {
  spec: { template: { spec: { containers: { args: string[]; ports: { name: string; containerPort: number }[] }[] } } };
}

let theirs: KubeObject[];
let ours: KubeObject[];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  await buildControlPlane(['kubebuilder', 'controller-gen', 'kubectl']);
  folder = await temporaryFolder('side-by-side');
  theirs = makeWithKubebuilder(path.join(folder.root, 'go'));
  ours = await makeWithKbts(path.join(folder.root, 'ts'));
}, 600_000);
afterAll(async () => folder.clean());

describe('every object of kubebuilder', () => {
  test('has its counterpart by kind, name and namespace, or is listed as a difference', () => {
    const known = new Set(ours.map(identity));
    const missing = theirs.filter((object) => !known.has(identity(object)));

    expect(missing.map(({ kind }) => kind).sort()).toEqual(['Certificate', 'Certificate', 'Issuer']);
    for (const { kind } of missing) expect(decision).toContain(kind);
  });

  test('has the same labels on its counterpart', () => {
    for (const object of theirs) {
      const counterpart = ours.find((one) => identity(one) === identity(object));
      if (counterpart !== undefined)
        expect(counterpart.metadata.labels ?? {}, identity(object)).toMatchObject(object.metadata.labels ?? {});
    }
  });
});

test('the manager has the same arguments, but for the certificates it does not need, and the same ports', () => {
  const [their, our] = [theirs, ours].map((objects) => objects.find(({ kind }) => kind === 'Deployment') as Deployment);
  const container = (deployment: Deployment | undefined) => deployment?.spec.template.spec.containers[0];

  const missing = container(their)?.args.filter((arg) => container(our)?.args.includes(arg) !== true);
  expect(missing).toEqual(['--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs']);
  expect(decision).toContain('--webhook-cert-path');
  expect(container(our)?.ports).toEqual(expect.arrayContaining(container(their)?.ports ?? []));
});

test.each(['Service', 'ServiceAccount'])('%s objects have the same spec', (kind) => {
  for (const object of theirs.filter((one) => one.kind === kind)) {
    const counterpart = ours.find((one) => identity(one) === identity(object));

    expect(counterpart, identity(object)).toMatchObject(JSON.parse(JSON.stringify(object)) as object);
  }
});

test('the CRD has the same names, scope, versions and fields', () => {
  const [their, our] = [theirs, ours].map(
    (objects) =>
      objects.find(({ kind }) => kind === 'CustomResourceDefinition') as unknown as {
        spec: {
          names: object;
          scope: string;
          versions: { name: string; schema: { openAPIV3Schema: { properties: object } } }[];
        };
      },
  );

  expect(our?.spec.names).toEqual(their?.spec.names);
  expect(our?.spec.scope).toBe(their?.spec.scope);
  expect(our?.spec.versions.map(({ name, schema }) => [name, Object.keys(schema.openAPIV3Schema.properties)])).toEqual(
    their?.spec.versions.map(({ name, schema }) => [name, Object.keys(schema.openAPIV3Schema.properties)]),
  );
});

function identity({ apiVersion, kind, metadata }: KubeObject): string {
  return `${apiVersion} ${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
}
