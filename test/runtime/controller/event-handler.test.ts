import { compute, countTurns } from '../event-loop.js';
import { expect, test } from 'vitest';
import {
  enqueueMapped,
  enqueueObject,
  enqueueOwner,
  type EventHandler,
  priorityOf,
  reasonOf,
} from '../../../src/runtime/controller/event-handler.js';
import type { Request } from '../../../src/runtime/controller/reconcile.js';
import type { ObjectEvent } from '../../../src/runtime/object/event.js';
import { defineKind } from '../../../src/runtime/object/kind.js';
import type { KubeObject, ObjectMeta } from '../../../src/runtime/object/meta.js';

const Team = defineKind({ group: 'example.com', version: 'v1', kind: 'Team', plural: 'teams', scope: 'Cluster' });
const object = (metadata: ObjectMeta): KubeObject => ({ apiVersion: 'v1', kind: 'Thing', metadata });
const create = (metadata: ObjectMeta, initial = false): ObjectEvent => ({
  type: 'create',
  object: object(metadata),
  initial,
});
const update = (old: ObjectMeta, now: ObjectMeta, resync = false): ObjectEvent => ({
  type: 'update',
  old: object(old),
  object: object(now),
  resync,
});

function requests(handler: EventHandler, event: ObjectEvent): Request[] {
  const added: Request[] = [];
  void handler(event, (request) => added.push(request));
  return added;
}

test('§7.2.1 an object leads to itself, with its cluster when it has one', () => {
  expect(requests(enqueueObject(), create({ namespace: 'ns', name: 'a' }))).toEqual([{ namespace: 'ns', name: 'a' }]);
  expect(requests(enqueueObject({ cluster: 'east' }), create({ name: 'a' }))).toEqual([{ name: 'a', cluster: 'east' }]);
  expect(requests(enqueueObject(), create({}))).toEqual([]);
});

test('§7.2.3 a cluster-scoped owner has no namespace, and is queued once for old and new', () => {
  const ownerReferences = [{ apiVersion: 'example.com/v2', kind: 'Team', name: 't', uid: '1', controller: true }];
  const meta = { namespace: 'ns', name: 'a', ownerReferences };

  expect(requests(enqueueOwner(Team), update(meta, meta))).toEqual([{ name: 't' }]);
});

test('§7.2.4 the scope of an owner may be known later', () => {
  const ownerReferences = [{ apiVersion: 'example.com/v2', kind: 'Team', name: 't', uid: '1', controller: true }];
  let scope: 'Namespaced' | 'Cluster' = 'Namespaced';
  const handler = enqueueOwner(() => ({
    gvk: Team.gvk,
    apiVersion: 'example.com/v1',
    plural: 'teams',
    subresources: {},
    scope,
  }));
  const event = create({ namespace: 'ns', name: 'a', ownerReferences });

  expect(requests(handler, event)).toEqual([{ name: 't', namespace: 'ns' }]);
  scope = 'Cluster';
  expect(requests(handler, event)).toEqual([{ name: 't' }]);
});

test('§7.2.3 an owner of another group is no owner', () => {
  const ownerReferences = [{ apiVersion: 'other.com/v1', kind: 'Team', name: 't', uid: '1', controller: true }];

  expect(requests(enqueueOwner(Team), create({ name: 'a', ownerReferences }))).toEqual([]);
});

test.each(['a/b', '.', '..', '', '../x', '\ud800'])('§7.2.3 an owner cannot be called %j', (name) => {
  const ownerReferences = [{ apiVersion: 'example.com/v1', kind: 'Team', name, uid: '1', controller: true }];

  expect(requests(enqueueOwner(Team), create({ name: 'a', ownerReferences }))).toEqual([]);
});

test('§7.2.5 mapped requests are queued once each, also from promises', async () => {
  const added: Request[] = [];

  await enqueueMapped(async () => [{ name: 'a' }, { name: 'a' }, { name: 'a', namespace: 'ns' }])(
    create({}),
    (request) => added.push(request),
  );

  expect(added).toEqual([{ name: 'a' }, { name: 'a', namespace: 'ns' }]);
});

test('objects may be returned in place of requests', () => {
  const added: Request[] = [];
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name: 'a', uid: 'u' } };

  void enqueueMapped(() => [object, { ...object, metadata: { name: 'b' } }])(create({}), (request) =>
    added.push(request),
  );

  expect(added).toEqual([{ namespace: 'ns', name: 'a' }, { name: 'b' }]);
});

test.each([
  [create({}, true), -100],
  [create({}, false), 0],
  [update({}, {}, true), -100],
  [update({}, {}, false), 0],
  [{ type: 'delete' as const, object: object({}), stateUnknown: false }, 0],
])('§6.3.6 the priority of %j is %d', (event, expected) => {
  expect(priorityOf(event)).toBe(expected);
});

test('a reason names event, kind and object; a resync is told apart', () => {
  const meta = { namespace: 'ns', name: 'a' };

  expect(reasonOf(create(meta))).toEqual({ event: 'create', kind: 'Thing', object: 'ns/a' });
  expect(reasonOf(update(meta, meta, true)).event).toBe('resync');
  expect(reasonOf(update(meta, meta)).event).toBe('update');
});

test('an event that calls for very many requests does not keep the event loop from turning', async () => {
  const all = Array.from({ length: 5_000 }, (_, index) => ({ name: `book-${index}` }));
  const queued: string[] = [];
  using loop = countTurns();

  await enqueueMapped(() => [...all, ...all])(create({}), ({ name }) => {
    // As on a slow machine.
    if (queued.push(name) % 100 === 0) compute(1);
  });

  expect(queued).toEqual(all.map(({ name }) => name));
  expect(loop.turns).toBeGreaterThan(2);
});
