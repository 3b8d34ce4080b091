/** What happens to children when their owner is deleted; the same on every control plane. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ClusterRole, ConfigMap, Namespace } from '../../../src/k8s/index.js';
import { type ControlPlane, type ControlPlaneKind, eventually, startControlPlane } from '../../../src/testing/index.js';
import { crds, mapOf, Place, Stack } from './stacks.js';

/** Declares the tests. */
export function deletionSuite(kind: ControlPlaneKind): void {
  let plane: ControlPlane;
  let place: Place;
  let count = 0;

  beforeAll(async () => {
    plane = await startControlPlane({ kind, crds });
  });
  afterEach(() => place?.close());
  afterAll(() => plane?.stop());

  const open = async (): Promise<Place> => (place = await Place.open(plane, `deletion-${count++}`));
  const live = (name: string) => plane.client.find(ConfigMap, place.key(name));
  const patchMap = (name: string, body: object) =>
    plane.client.patch({ kind: ConfigMap, ...place.key(name) }, { type: 'merge', body });

  test('children without an owner reference hold their owner with a finalizer, and are deleted before it', async () => {
    await open();
    const elsewhere = `${place.namespace}-elsewhere`;
    await plane.client.create(new Namespace({ metadata: { name: elsewhere } }));
    await place.create({ data: '1' });
    const name = `${place.namespace}-role`;
    const seen: (readonly string[] | undefined)[] = [];
    await place.run(
      place
        .stacks()
        .child('near', ConfigMap, ({ spec }) => mapOf('near', spec))
        .child('role', ClusterRole, ({ spec }) => spec.data && new ClusterRole({ metadata: { name }, rules: [] }))
        .child('far', ConfigMap, ({ spec }) => spec.data && mapOf('far', spec, elsewhere)),
      (transport) => ({
        ...transport,
        server: transport.server,
        [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
        async request(request) {
          const isFar = request.method === 'PATCH' && request.path.includes('/clusterroles/');
          if (isFar) seen.push((await place.stack()).metadata.finalizers);
          return transport.request(request);
        },
      }),
    );
    const far = () => plane.client.find(ConfigMap, { name: 'far', namespace: elsewhere });
    const role = () => plane.client.find(ClusterRole, { name });
    await eventually(async () => expect((await far())?.data).toEqual({ data: '1' }));
    expect(new Set(seen.flat())).toEqual(new Set(['stacks.test.kbts.dev/stack']));
    expect(seen[0]).toHaveLength(1);
    expect((await far())?.metadata.ownerReferences).toBeUndefined();

    await plane.client.patch(
      { kind: ConfigMap, name: 'far', namespace: elsewhere },
      { type: 'merge', body: { data: { data: 'theirs' } } },
    );
    await eventually(async () => expect((await far())?.data).toEqual({ data: '1' }));
    await place.change({ data: null });
    await eventually(async () => expect([await far(), await role()]).toEqual([undefined, undefined]));

    await place.change({ data: '2' });
    await eventually(async () =>
      expect([(await far())?.data, (await role())?.metadata.name]).toEqual([{ data: '2' }, name]),
    );
    await plane.client.delete({ kind: Stack, ...place.key('a') });
    await eventually(async () => expect(await plane.client.find(Stack, place.key('a'))).toBeUndefined());
    expect([await far(), await role()]).toEqual([undefined, undefined]);
    // The garbage collector deletes what has an owner reference; no control plane of tests runs one here.
    expect(Object.keys(await place.maps())).toEqual(['near']);
  });

  test('an ordered deletion deletes the last child first, each gone before the next, and finalizes then', async () => {
    await open();
    await place.create();
    const finalized: unknown[] = [];
    const child = (name: string) => () => mapOf(name);
    await place.run(
      place
        .stacks()
        .options({ deletion: 'ordered' })
        .child('first', ConfigMap, child('first'))
        .child(
          'second',
          ConfigMap,
          () => new ConfigMap({ metadata: { name: 'second', finalizers: ['test.kbts.dev/hold'] } }),
        )
        .child('third', ConfigMap, child('third'))
        .child('kept', ConfigMap, child('kept'), { keep: true })
        .finalize(async () => void finalized.push(Object.keys(await place.maps()))),
    );
    await place.hasMaps({ first: '', second: '', third: '', kept: '' });
    const letGo = async (name: string): Promise<void> => {
      // What the garbage collector of a cluster does.
      await eventually(async () => expect((await live(name))?.metadata.deletionTimestamp).toBeDefined());
      await patchMap(name, { metadata: { finalizers: null } });
    };

    await plane.client.delete({ kind: Stack, ...place.key('a') });
    await letGo('third');
    await eventually(async () => expect((await live('second'))?.metadata.deletionTimestamp).toBeDefined());
    expect(await live('third')).toBeUndefined();
    expect((await live('first'))?.metadata.deletionTimestamp).toBeUndefined();
    expect(finalized).toEqual([]);
    await letGo('second');
    await letGo('first');
    await eventually(async () => expect(await plane.client.find(Stack, place.key('a'))).toBeUndefined());
    expect(finalized).toEqual([['kept']]);
  });
}
