/** What children promise; the same on every control plane. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ConfigMap, Deployment, Secret } from '../../../src/k8s/index.js';
import { isReady, pending } from '../../../src/runtime/index.js';
import { type ControlPlane, type ControlPlaneKind, eventually, startControlPlane } from '../../../src/testing/index.js';
import { crds, mapOf, Place } from './stacks.js';

/** Declares the tests. */
export function childrenSuite(kind: ControlPlaneKind): void {
  let plane: ControlPlane;
  let place: Place;
  let count = 0;

  beforeAll(async () => {
    plane = await startControlPlane({ kind, crds });
  });
  afterEach(() => place?.close());
  afterAll(() => plane?.stop());

  const open = async (): Promise<Place> => (place = await Place.open(plane, `children-${count++}`));
  const live = (name: string) => plane.client.find(ConfigMap, place.key(name));
  const patchMap = (name: string, body: object) =>
    plane.client.patch({ kind: ConfigMap, ...place.key(name) }, { type: 'merge', body });
  /** One ConfigMap for each name in the spec, with the data of the spec. */
  const listed = () =>
    place.stacks().children('maps', ConfigMap, ({ spec }) => spec.wanted?.['maps']?.map((name) => mapOf(name, spec)));

  test('a child is created with its marker and its owner, kept as it is, and deleted when it is not wanted', async () => {
    await open();
    const stack = await place.create({ data: '1' });
    await place.run(place.stacks().child('map', ConfigMap, ({ spec }) => spec.data && mapOf('m', spec)));
    await place.hasMaps({ m: '1' });
    const { metadata } = await plane.client.get(ConfigMap, place.key('m'));
    expect(metadata.labels).toEqual({ 'kbts.dev/owner-uid': stack.metadata.uid });
    expect(metadata.annotations).toEqual({ 'kbts.dev/child': 'stack/map' });
    expect(metadata.ownerReferences).toMatchObject([
      { kind: 'Stack', name: 'a', uid: stack.metadata.uid, controller: true },
    ]);

    await place.change({ data: '2' });
    await place.hasMaps({ m: '2' });
    await patchMap('m', { data: { data: 'theirs' } });
    await place.hasMaps({ m: '2' });
    await plane.client.delete({ kind: ConfigMap, ...place.key('m') });
    await eventually(async () => expect((await live('m'))?.metadata.uid).not.toBe(metadata.uid));
    await place.hasMaps({ m: '2' });
    for (const lost of ['labels', 'annotations', 'ownerReferences'] as const) {
      await patchMap('m', { metadata: { [lost]: null } });
      await eventually(async () => expect((await live('m'))?.metadata[lost]).toEqual(metadata[lost]));
    }

    await place.change({ data: null });
    await place.hasMaps({});
  });

  test('a list grows and shrinks, and a new name replaces the old one', async () => {
    await open();
    await place.create({ wanted: { maps: ['a', 'b'] } });
    await place.run(listed());
    await place.hasMaps({ a: '', b: '' });

    await place.change({ wanted: { maps: ['b', 'c'] } });
    await place.hasMaps({ b: '', c: '' });
    await place.change({ wanted: null });
    await place.hasMaps({});
  });

  test('a reference that is missing for one pass deletes nothing', async () => {
    await open();
    const secret = new Secret({ metadata: place.key('password') });
    await plane.client.create(secret);
    await place.create({ secret: 'password' });
    await place.run(
      place
        .stacks()
        .references('secret', Secret, ({ spec }) => spec.secret)
        .child('map', ConfigMap, ({ spec }, { observed: { secret: found } }) =>
          found ? mapOf('m', spec) : pending('SecretMissing', `Secret ${spec.secret} does not exist`),
        )
        .child('after', ConfigMap, () => mapOf('after'))
        .reconcile(async (_, { children, observed: { map } }) => ({
          status: { conditions: children.conditions, seen: [map?.metadata.name ?? 'none'] },
        })),
    );
    await place.hasCondition('Ready', { status: 'True', reason: 'ChildrenReady' });
    const before = await live('m');

    await plane.client.delete(secret);
    const message = 'map: SecretMissing: Secret password does not exist';
    await place.hasCondition('Ready', { status: 'False', reason: 'ChildPending', message });
    expect(await live('m')).toEqual(before);
    expect((await place.stack()).status?.seen).toEqual(['m']);

    await plane.client.create(new Secret({ metadata: place.key('password') }));
    await place.hasCondition('Ready', { status: 'True' });
    expect(await live('m')).toEqual(before);
  });

  test('wait holds later children until the child is ready, also during an update', async () => {
    await open();
    await place.create({ data: '1' });
    const labels = { app: 'a' };
    const containers = [{ name: 'a', image: 'a' }];
    await place.run(
      place
        .stacks()
        .child(
          'app',
          Deployment,
          ({ spec }) =>
            new Deployment({
              metadata: { name: 'app' },
              spec: {
                selector: { matchLabels: labels },
                template: { metadata: { labels, annotations: { data: spec.data ?? '' } }, spec: { containers } },
              },
            }),
          { wait: true },
        )
        .child('map', ConfigMap, ({ spec }, { observed: { app } }) => {
          if (!isReady(app)) throw new Error('not held');
          return mapOf('m', spec);
        })
        .reconcile(async (_, { children }) => ({ status: { conditions: children.conditions } })),
    );
    const message = 'app: Deployment app: 0 of 1 replicas are created; map: waits for "app"';
    await place.hasCondition('Ready', { status: 'False', reason: 'ChildrenNotReady', message });
    expect(await place.maps()).toEqual({});

    const ready = async (): Promise<void> => {
      const { generation = 0 } = (await plane.client.get(Deployment, place.key('app'))).metadata;
      const counts = { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 };
      const conditions = [
        { type: 'Available', status: 'True', reason: 'A', message: '' },
        { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable', message: '' },
      ];
      const body = { status: { ...counts, observedGeneration: Number(generation), conditions } };
      await plane.client.status.patch({ kind: Deployment, ...place.key('app') }, { type: 'merge', body });
    };
    await ready();
    await place.hasMaps({ m: '1' });
    await place.hasCondition('Ready', { status: 'True', message: '2 of 2 children are ready' });

    await place.change({ data: '2' });
    await place.hasCondition('Ready', { status: 'False', reason: 'ChildrenNotReady' });
    expect(await place.maps()).toEqual({ m: '1' });
    await ready();
    await place.hasMaps({ m: '2' });
  });

  test('a child that fails stops the pass, is reported, and nothing is deleted', async () => {
    await open();
    await place.create({ wanted: { first: ['one'] }, data: '1' });
    await place.run(
      place
        .stacks()
        .child('first', ConfigMap, ({ spec }) => spec.wanted?.['first']?.[0] && mapOf('one', spec))
        .child('second', ConfigMap, ({ spec }) => {
          if (spec.broken) throw new Error('no such tariff');
          return mapOf('two', spec);
        })
        .child('third', ConfigMap, ({ spec }) => mapOf('three', spec))
        .reconcile(async (_, { children }) => ({ status: { conditions: children.conditions } })),
    );
    await place.hasMaps({ one: '1', two: '1', three: '1' });

    await place.change({ data: '2', broken: ['second'], wanted: null });
    const message = 'second: no such tariff';
    await place.hasCondition('Degraded', { status: 'True', reason: 'ChildFailed', message });
    const held = 'second: no such tariff; third: waits for "second"';
    await place.hasCondition('Ready', { status: 'False', reason: 'ChildFailed', message: held });
    expect(await place.maps()).toEqual({ one: '1', two: '1', three: '1' });

    await place.change({ broken: null });
    await place.hasMaps({ two: '2', three: '2' });
  });

  test.each([
    ['a list from .child', () => [mapOf('m')], 'use .children(…)'],
    ['another kind', () => new Secret({ metadata: { name: 's' } }), 'the chain declares v1 ConfigMap'],
    ['no name', () => new ConfigMap({ metadata: { generateName: 'm-' } }), 'has no metadata.name'],
    ['the name of another child', () => mapOf('first'), 'both make ConfigMap'],
    ['true', () => true, 'is of type boolean'],
  ])('%s is an error of the child', async (_, make, message) => {
    await open();
    await place.create();
    await place.run(
      place
        .stacks()
        .child('first', ConfigMap, () => mapOf('first'))
        .child('wrong', ConfigMap, make as never)
        .reconcile(async (_stack, { children }) => ({ status: { conditions: children.conditions } })),
    );

    await place.hasCondition('Degraded', { status: 'True', message: expect.stringContaining(message) as string });
  });
}
