/** Every CEL rule that the documentation shows is run: on objects that it must take and on objects that it must refuse. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dynamicKind, is } from '../../src/runtime/index.js';
import { startControlPlane, type ControlPlane } from '../../src/testing/index.js';
import { toYaml } from '../../src/yaml.js';
import { allPages } from './markdown.js';

interface Case {
  readonly rule: string;
  /** The schema of the value that the rule is on. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly takes: readonly unknown[];
  readonly refuses: readonly unknown[];
  /** A rule about changes: what was there before, for each of `refuses`. */
  readonly before?: unknown;
  /** A rule that the page shows because the API server refuses it. */
  readonly isTooCostly?: true;
}

const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const object = (properties: Readonly<Record<string, unknown>>) => ({ type: 'object', properties });

const cases: readonly Case[] = [
  {
    rule: 'self.min <= self.max',
    schema: { ...object({ min: integer, max: integer }), required: ['min', 'max'] },
    takes: [{ min: 1, max: 1 }],
    refuses: [{ min: 2, max: 1 }],
  },
  {
    rule: "self.spec.tier == 'paid' || self.spec.replicas == 1",
    schema: object({
      spec: { ...object({ tier: { type: 'string' }, replicas: { ...integer, default: 1 } }), required: ['tier'] },
    }),
    takes: [{ spec: { tier: 'free' } }, { spec: { tier: 'paid', replicas: 3 } }],
    refuses: [{ spec: { tier: 'free', replicas: 3 } }],
  },
  {
    rule: "oldSelf != 'public' || self == 'public'",
    schema: { type: 'string' },
    takes: ['public', 'private'],
    before: 'public',
    refuses: ['private'],
  },
  { rule: 'self == oldSelf', schema: { type: 'string' }, takes: ['a'], before: 'a', refuses: ['b'] },
  {
    rule: '!has(self.enable_ingress) || !self.enable_ingress || self.enable_service',
    schema: { ...object({ enable_ingress: boolean, enable_service: boolean }), required: ['enable_service'] },
    takes: [
      { enable_service: false },
      { enable_service: false, enable_ingress: false },
      { enable_service: true, enable_ingress: true },
    ],
    refuses: [{ enable_service: false, enable_ingress: true }],
  },
  {
    rule: 'self.all(x, self.exists_one(y, x == y))',
    schema: { type: 'array', items: { type: 'string' } },
    takes: [],
    refuses: [],
    isTooCostly: true,
  },
];

const group = 'rules.docs.kbts.dev';
let plane: ControlPlane;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kbts-rules-'));
  plane = await startControlPlane({ kind: 'embedded' });
});
afterAll(async () => {
  await plane.stop();
  await rm(folder, { recursive: true, force: true });
});

async function install(index: number, { rule, schema }: Pick<Case, 'rule' | 'schema'>): Promise<void> {
  const kind = `Rule${index}`;
  const value = { ...schema, 'x-kubernetes-validations': [{ rule }] };
  const names = { kind, plural: `rule${index}s`, singular: `rule${index}`, listKind: `${kind}List` };
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `rule${index}s.${group}` },
    spec: {
      group,
      names,
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: object({ value }) } }],
    },
  };
  const file = path.join(folder, `${index}.yaml`);
  await writeFile(file, toYaml(crd));
  await plane.install(file);
}

/** Whether the API server takes the object; any other failure is thrown. */
async function isTaken(index: number, name: string, value: unknown): Promise<boolean> {
  const kind = dynamicKind({ group, version: 'v1', kind: `Rule${index}` });
  try {
    const manifest = {
      apiVersion: `${group}/v1`,
      kind: `Rule${index}`,
      metadata: { name, namespace: 'default' },
      value,
    };
    await plane.client.apply(kind, manifest, { fieldManager: 'test', force: true });
    return true;
  } catch (error) {
    if (is.invalid(error)) return false;
    throw error;
  }
}

test('the documentation shows these rules and no others', async () => {
  const examples = (await readdir('examples')).map((name) => `examples/${name}/README.md`);
  const shown = new Set<string>();
  for (const page of [...(await allPages()), ...examples].filter((one) => !one.startsWith('docs/decisions/'))) {
    const text = await readFile(page, 'utf8');
    for (const [, rule = ''] of text.matchAll(/XValidation:rule="([^"…]+)"/g)) shown.add(rule);
  }

  expect([...shown].toSorted()).toEqual(cases.map(({ rule }) => rule).toSorted());
});

describe.each(cases.map((one, index) => ({ ...one, index })))('$rule', (one) => {
  test('does what its page says', async () => {
    if (one.isTooCostly === true) {
      await expect(install(one.index, one)).rejects.toThrow(/cost/i);
      return;
    }
    await install(one.index, one);

    for (const [at, value] of one.takes.entries())
      expect(await isTaken(one.index, `good-${at}`, value), JSON.stringify(value)).toBe(true);
    for (const [at, value] of one.refuses.entries()) {
      if (one.before !== undefined) expect(await isTaken(one.index, `bad-${at}`, one.before)).toBe(true);
      expect(await isTaken(one.index, `bad-${at}`, value), JSON.stringify(value)).toBe(false);
    }
  });
});
