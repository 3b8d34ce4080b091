/** Whose objects are changed and deleted, and whose are not; the same on every control plane. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ConfigMap, Secret } from '../../../src/k8s/index.js';
import { pending } from '../../../src/runtime/index.js';
import { type ControlPlane, type ControlPlaneKind, eventually, startControlPlane } from '../../../src/testing/index.js';
import { crds, mapOf, Place, Stack } from './stacks.js';

/** Declares the tests. */
export function ownershipSuite(kind: ControlPlaneKind): void {
  let plane: ControlPlane;
  let place: Place;
  let count = 0;

  beforeAll(async () => {
    plane = await startControlPlane({ kind, crds });
  });
  afterEach(() => place?.close());
  afterAll(() => plane?.stop());

  const open = async (): Promise<Place> => (place = await Place.open(plane, `ownership-${count++}`));
  const live = (name: string) => plane.client.find(ConfigMap, place.key(name));
  const patchMap = (name: string, body: object) =>
    plane.client.patch({ kind: ConfigMap, ...place.key(name) }, { type: 'merge', body });
  /** One ConfigMap for each name in the spec, with the data of the spec. */
  const listed = () =>
    place.stacks().children('maps', ConfigMap, ({ spec }) => spec.wanted?.['maps']?.map((name) => mapOf(name, spec)));

  test('an object of someone else with the name of a child is left alone and named', async () => {
    await open();
    const foreign = await plane.client.create(mapOf('m', { data: 'theirs' }, place.namespace));
    await place.create({ data: 'ours' });
    await place.run(
      place
        .stacks()
        .child('map', ConfigMap, ({ spec }) => mapOf('m', spec))
        .reconcile(async (_, { children }) => ({ status: { conditions: children.conditions } })),
    );
    await place.hasCondition('Degraded', { status: 'True', reason: 'ChildFailed' });
    const [condition] = (await place.stack()).status?.conditions?.filter(({ type }) => type === 'Degraded') ?? [];
    expect(condition?.message).toContain(`map: ConfigMap ${place.namespace}/m exists and has no controller`);
    await place.change({ wanted: {} });
    await place.hasCondition('Degraded', { status: 'True' });
    expect((await live('m'))?.metadata.resourceVersion).toBe(foreign.metadata.resourceVersion);
  });

  test('adopt takes over what exists', async () => {
    await open();
    const foreign = await plane.client.create(mapOf('m', { data: 'theirs' }, place.namespace));
    await place.create({ data: 'ours' });
    await place.run(place.stacks().child('map', ConfigMap, ({ spec }) => mapOf('m', spec), { adopt: true }));

    await place.hasMaps({ m: 'ours' });
    expect((await live('m'))?.metadata.uid).toBe(foreign.metadata.uid);
  });

  test('a forged marker and an edited owner delete nothing foreign', async () => {
    await open();
    const { metadata } = await place.create({ wanted: { maps: ['mine'] } });
    const labels = { 'kbts.dev/owner-uid': metadata.uid };
    const annotations = { 'kbts.dev/child': 'stack/maps' };
    const owner = { apiVersion: 'test.kbts.dev/v1', kind: 'Stack', name: 'a', uid: metadata.uid, controller: true };
    const forge = (name: string, more: object = {}) =>
      new ConfigMap({ metadata: { ...place.key(name), labels, annotations, ...more } });
    await plane.client.create(forge('label'));
    await plane.client.create(forge('owned', { ownerReferences: [owner] }), { fieldManager: 'stack' });
    await plane.client.apply(forge('applied', { ownerReferences: [owner] }), { fieldManager: 'kubectl' });
    // The name of the manager, but not the owner.
    await plane.client.apply(forge('named'), { fieldManager: 'stack' });
    await place.run(listed());
    await eventually(async () => expect(Object.keys(await place.maps())).toContain('mine'));

    const edit = { metadata: { annotations: { 'kbts.dev/child': 'stack/maps', 'kbts.dev/keep': 'no' } } };
    await plane.client.patch({ kind: Stack, ...place.key('a') }, { type: 'merge', body: edit });
    await place.change({ wanted: { maps: [] } });

    await eventually(async () => expect(Object.keys(await place.maps())).not.toContain('mine'));
    expect(Object.keys(await place.maps()).toSorted()).toEqual(['applied', 'label', 'named', 'owned']);
  });

  test('objects that reconcile creates are not pruned', async () => {
    await open();
    await place.create({ data: '1' });
    await place.run(
      place
        .stacks()
        .child('map', ConfigMap, ({ spec }) => spec.data && mapOf('m', spec))
        .reconcile(async (stack, { client }) => {
          await client.owned(stack).apply(mapOf('by-hand', stack.spec));
        }),
    );
    await place.hasMaps({ m: '1', 'by-hand': '1' });

    await place.change({ data: null });
    await place.hasMaps({ 'by-hand': '' });
  });

  test('a child renamed in code keeps its object, also while it is pending', async () => {
    await open();
    await place.create({ data: '1' });
    await place.run(place.stacks().child('old', ConfigMap, ({ spec }) => mapOf('m', spec)));
    await place.hasMaps({ m: '1' });
    const { metadata } = await plane.client.get(ConfigMap, place.key('m'));

    await place.run(
      place
        .stacks()
        .child('new', ConfigMap, ({ spec }) => (spec.pending ? pending('Later', 'later') : mapOf('m', spec)))
        .reconcile(async (_, { children }) => ({ status: { conditions: children.conditions } })),
    );
    await place.hasCondition('Ready', { status: 'True' });
    expect((await live('m'))?.metadata).toMatchObject({
      uid: metadata.uid,
      annotations: { 'kbts.dev/child': 'stack/new' },
    });

    await place.change({ pending: ['new'] });
    await place.run(
      place
        .stacks()
        .child('newer', ConfigMap, () => pending('Later', 'later'))
        .reconcile(async (_, { children }) => ({ status: { conditions: children.conditions } })),
    );
    await place.hasCondition('Ready', { reason: 'ChildPending', message: 'newer: Later: later' });
    expect((await live('m'))?.metadata.uid).toBe(metadata.uid);
  });

  test('a new version deletes the children that it no longer has, and with .prunes also those of another kind', async () => {
    await open();
    await place.create({ data: '1' });
    await place.run(
      place
        .stacks()
        .child('map', ConfigMap, ({ spec }) => mapOf('m', spec))
        .child('gone', ConfigMap, ({ spec }) => mapOf('gone', spec))
        .child('secret', Secret, () => new Secret({ metadata: { name: 's' } })),
    );
    await eventually(async () => expect(await plane.client.find(Secret, place.key('s'))).toBeDefined());

    await place.run(
      place
        .stacks()
        .prunes(Secret)
        .child('map', ConfigMap, ({ spec }) => mapOf('m', spec)),
    );
    await place.hasMaps({ m: '1' });
    await eventually(async () => expect(await plane.client.find(Secret, place.key('s'))).toBeUndefined());
  });

  test('what is kept has no owner and stays when it is not wanted', async () => {
    await open();
    await place.create({ data: '1' });
    const chain = () =>
      place
        .stacks()
        .child('kept', ConfigMap, ({ spec }) => spec.data && mapOf('kept', spec), { keep: true })
        .child('map', ConfigMap, ({ spec }) => spec.data && mapOf('m', spec));
    await place.run(chain());
    await place.hasMaps({ kept: '1', m: '1' });
    expect((await live('kept'))?.metadata.ownerReferences).toBeUndefined();
    await place.change({ data: '2' });
    await place.hasMaps({ kept: '2', m: '2' });
    await patchMap('kept', { data: { data: 'theirs' } });
    await place.hasMaps({ kept: '2', m: '2' });

    await place.change({ data: null });
    await place.hasMaps({ kept: '2' });
    await place.run(place.stacks().child('map', ConfigMap, () => mapOf('m')));
    await place.hasMaps({ kept: '2', m: '' });
  });
}
