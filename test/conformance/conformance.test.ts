/** The Go twin of every case went through the real controller-gen (scripts/conformance.mjs); ours must mean the same. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { planManifests, type ManifestsPlanOptions } from '../../src/commands/manifests/manifests-plan.js';
import { documents } from './compare.js';
import { packagesOf } from './packages.js';

const cases = path.join(import.meta.dirname, 'cases');

interface CaseOptions {
  readonly generators?: ('crd' | 'rbac' | 'webhook')[];
  readonly kbts?: Partial<ManifestsPlanOptions>;
}

interface Difference {
  readonly path: string;
  readonly ours?: unknown;
  readonly reason: string;
}

const names = readdirSync(cases).filter((name) => existsSync(path.join(cases, name, 'expected')));

test.each(names)('%s', async (name) => {
  const folder = path.join(cases, name);
  const options = readJson<CaseOptions>(path.join(folder, 'options.json')) ?? {};
  const differences = readJson<Difference[]>(path.join(folder, 'differences.json')) ?? [];

  const plan = await planManifests({
    root: folder,
    paths: ['ts'],
    output: '.',
    crdFolder: '.',
    rbacFolder: '.',
    webhookFolder: '.',
    generators: options.generators ?? ['crd'],
    overlay: packagesOf(folder),
    ...options.kbts,
  });

  expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const expected = readdirSync(path.join(folder, 'expected')).map(
    (file) => [file, documents(readFileSync(path.join(folder, 'expected', file), 'utf8'))] as const,
  );
  const ours = new Map(plan.files.map((file) => [file.path, documents(file.text)]));
  expect([...ours.keys()].sort()).toEqual(expected.map(([file]) => file).sort());
  for (const [file, objects] of expected) {
    const adapted = objects.map((object, index) => (index === 0 ? differences.reduce(replaceAt, object) : object));
    expect(ours.get(file)).toEqual(adapted);
  }
});

test('the names of client-node mean the same as those of kbts/k8s, with every description', async () => {
  const folder = path.join(cases, 'core-types');
  const file = 'ts/v1/types.ts';
  const names = 'EnvVar LabelSelector LocalObjectReference PodTemplateSpec Probe ResourceRequirements Toleration'.split(
    ' ',
  );
  const text = readFileSync(path.join(folder, file), 'utf8')
    .replace(
      /import type \{[^}]*\} from 'kbts\/k8s';/,
      (line) =>
        `${line}\nimport type { ${names.map((name) => `V1${name}`).join(', ')} } from '@kubernetes/client-node';`,
    )
    .replaceAll(new RegExp(`(: )(${names.join('|')})\\b`, 'g'), '$1V1$2');

  const plan = await planManifests({
    root: folder,
    paths: ['ts'],
    crdFolder: '.',
    generators: ['crd'],
    overlay: new Map([[file, text]]),
  });

  expect(text.match(/: V1/g)).toHaveLength(names.length);
  const [planned] = plan.files;
  const expected = readFileSync(path.join(folder, 'expected', planned?.path ?? ''), 'utf8');
  expect(documents(planned?.text ?? '')).toEqual(documents(expected));
});

test('every deliberate difference is one', () => {
  for (const name of names) {
    const folder = path.join(cases, name);
    for (const difference of readJson<Difference[]>(path.join(folder, 'differences.json')) ?? []) {
      expect(difference.reason, name).toMatch(/\w+ \w+/);
    }
  }
});

function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

function replaceAt(object: unknown, { path: where, ours }: Difference): unknown {
  const [first, ...rest] = where.split('.');
  if (first === undefined || first === '') return bigints(ours);
  const copy = (Array.isArray(object) ? [...(object as unknown[])] : { ...(object as object) }) as Record<
    string,
    unknown
  >;
  const value = rest.length === 0 ? bigints(ours) : replaceAt(copy[first], { path: rest.join('.'), ours, reason: '' });
  if (value === undefined) delete copy[first];
  else copy[first] = value;
  return copy;
}

function bigints(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^-?\d+n$/.test(value)) return BigInt(value.slice(0, -1));
  if (Array.isArray(value)) return value.map(bigints);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bigints(item)]));
}
