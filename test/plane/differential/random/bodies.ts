/** Parts of random bodies: metadata, partial objects, and JSON patches. */
import type { Random } from '../../builtin/fuzz/random.js';
import type { Body } from './kinds.js';

const OWNER = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: '00000000-0000-0000-0000-000000000001' };

/** Metadata as users write it, and sometimes as they should not. */
export function anyMetadata(name: string, random: Random): Record<string, unknown> {
  return {
    name,
    ...(random.chance(0.4) && {
      labels: random.pick<object>([{}, { a: '1' }, { a: '2', b: 'x' }, { 'bad key': '1' }]),
    }),
    ...(random.chance(0.2) && { annotations: random.pick<object>([{ n: '1' }, { n: '2', m: '3' }, {}]) }),
    ...(random.chance(0.1) && { finalizers: random.pick([['x.y/z'], ['x.y/z', 'a.b/c'], []]) }),
    ...(random.chance(0.04) && { ownerReferences: [{ ...OWNER, ...random.pick<object>([{}, { controller: true }]) }] }),
    ...(random.chance(0.04) &&
      random.pick<object>([
        { uid: 'x' },
        { generation: 7 },
        { creationTimestamp: '2020-01-01T00:00:00Z' },
        { creationTimestamp: null },
        { namespace: 'other' },
        { managedFields: [] },
      ])),
  };
}

/** Some fields of an object, to any depth; sometimes null, which removes. */
export function partOf(object: object, random: Random): Record<string, unknown> {
  const kept = Object.entries(object).filter(
    ([key]) => !['apiVersion', 'kind', 'name'].includes(key) && random.chance(0.6),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, partOfValue(value, random)]));
}

function partOfValue(value: unknown, random: Random): unknown {
  if (random.chance(0.05)) return null;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || random.chance(0.4)) return value;
  return partOf(value, random);
}

/** One to three operations on paths of an object; some do not exist. */
export function operationsOn(object: Body, random: Random): object[] {
  return Array.from({ length: 1 + random.below(3) }, () => operation(object, random));
}

function operation(object: Body, random: Random): object {
  if (random.chance(0.35)) return random.pick(ORDINARY);
  const { path, value } = anyPath(object, '', random);
  const op = random.pick(['add', 'replace', 'remove', 'test', 'copy', 'move']);
  if (op === 'copy' || op === 'move') return { op, from: path, path: '/metadata/labels/copied' };
  return op === 'remove' ? { op, path } : { op, path, value };
}

const ORDINARY: readonly object[] = [
  { op: 'add', path: '/metadata/labels', value: { j: '1' } },
  { op: 'add', path: '/metadata/labels/k', value: 'v' },
  { op: 'remove', path: '/metadata/labels/k' },
  { op: 'replace', path: '/metadata/annotations', value: { x: 'y' } },
  { op: 'test', path: '/metadata/name', value: 'n1' },
  { op: 'add', path: '/spec/replicas', value: 'x' },
  { op: 'add', path: '/spec/replicas', value: 2 },
  { op: 'remove', path: '/spec' },
  { op: 'remove', path: '/metadata/finalizers' },
  { op: 'bogus', path: '/x' },
];

function anyPath(value: unknown, path: string, random: Random): { path: string; value: unknown } {
  if (typeof value !== 'object' || value === null || (path !== '' && random.chance(0.25))) return { path, value };
  const keys = Object.keys(value).filter((key) => path !== '' || !['apiVersion', 'kind'].includes(key));
  if (keys.length === 0) return { path, value };
  const key = random.pick(keys);
  return anyPath(
    (value as Record<string, unknown>)[key],
    `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    random,
  );
}
