import { expect, test } from 'vitest';
import { resolveSpec, specIdentity } from '../../../../src/runtime/cache/informers/informer-spec.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { Thing } from '../thing.js';

const Node = defineKind({ group: '', version: 'v1', kind: 'Node', plural: 'nodes', scope: 'Cluster' });
const strip = (object: KubeObject): KubeObject => object;
const keep = (object: KubeObject): KubeObject => object;

test('§1.1.2 without settings everything is watched and resynced every 10 h', () => {
  expect(resolveSpec(Thing)).toMatchObject({ partitions: [{ namespace: '' }], resyncMs: 36_000_000 });
});

test('§3.6.1 each setting is taken from the first place that gives it', () => {
  const defaults = {
    labels: { from: 'default' },
    transform: strip,
    namespaces: { ns: { labels: { from: 'default-ns' } }, other: {} },
  };

  expect(resolveSpec(Thing, {}, defaults).partitions).toMatchObject([
    { namespace: 'ns', labels: { from: 'default-ns' }, transform: strip },
    { namespace: 'other', labels: { from: 'default' }, transform: strip },
  ]);
  expect(resolveSpec(Thing, { labels: { from: 'kind' } }, defaults).partitions.map(({ labels }) => labels)).toEqual([
    { from: 'kind' },
    { from: 'kind' },
  ]);
  expect(resolveSpec(Thing, { namespaces: { ns: { transform: keep } } }, defaults).partitions).toMatchObject([
    { namespace: 'ns', labels: { from: 'default-ns' }, transform: keep },
  ]);
});

test('§3.6.3 an empty list of namespaces means all, no list means those of the defaults', () => {
  const defaults = { namespaces: ['ns'] };

  expect(resolveSpec(Thing, { namespaces: [] }, defaults).partitions).toMatchObject([{ namespace: '' }]);
  expect(resolveSpec(Thing, {}, defaults).partitions).toMatchObject([{ namespace: 'ns' }]);
});

test('§3.6 all others and excluded namespaces become field selectors', () => {
  expect(
    resolveSpec(Thing, { namespaces: { ns: {}, '': {} }, excludeNamespaces: ['kube-system'] }).partitions,
  ).toMatchObject([
    { namespace: 'ns', fields: undefined },
    { namespace: '', fields: 'metadata.namespace!=ns,metadata.namespace!=kube-system' },
  ]);
});

test('§3.6.6 a field selector for one namespace narrows the request to it', () => {
  expect(resolveSpec(Thing, { fields: { 'metadata.namespace': 'ns' } }).partitions).toMatchObject([
    { namespace: 'ns' },
  ]);
});

test('§3.6.4 a cluster-scoped kind takes no namespaces of its own and ignores those of the defaults', () => {
  expect(() => resolveSpec(Node, { namespaces: ['ns'] })).toThrow(/Node is cluster-scoped/);
  expect(resolveSpec(Node, {}, { namespaces: ['ns'], labels: { a: 'b' } }).partitions).toMatchObject([
    { namespace: '', labels: { a: 'b' } },
  ]);
});

test.each([
  { index: 3, count: 3 },
  { index: -1, count: 3 },
  { index: 0, count: 0 },
  { index: 0.5, count: 2 },
])('shard %j does not exist', (shard) => {
  expect(() => resolveSpec(Thing, { shard })).toThrow(/does not exist/);
});

test('equal specs have equal identities, other transforms have others', () => {
  const ids = new Map<unknown, number>([
    [strip, 1],
    [keep, 2],
  ]);
  const identity = (spec: Parameters<typeof resolveSpec>[1]) =>
    specIdentity(resolveSpec(Thing, spec), (transform) => ids.get(transform) ?? 0);

  expect(identity({ labels: { a: 'b' } })).toBe(identity({ labels: 'a=b' }));
  expect(identity({ transform: strip })).not.toBe(identity({ transform: keep }));
  expect(identity({ namespaces: ['a'] })).not.toBe(identity({ namespaces: ['b'] }));
});

test('§3.6.2 an empty selector selects everything, whatever the defaults say', () => {
  const defaults = { labels: { app: 'web' }, fields: 'metadata.name=x' };

  const [everything] = resolveSpec(Thing, { labels: '', fields: '' }, defaults).partitions;

  expect(everything).toEqual({ namespace: '', labels: '', fields: undefined, transform: undefined });
});
