/**
 * The workflow of JOSDK's dependent resources, told again: conditions of reconciling, readiness, deletion and activation,
 * dependents in bulk, and one that depends on two others.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ConfigMap, CustomResourceDefinition } from '../../../../src/k8s/index.js';
import { type CustomResource, defineKind, isReady, pending } from '../../../../src/runtime/index.js';
import {
  type ControlPlane,
  type ControlPlaneKind,
  eventually,
  startControlPlane,
} from '../../../../src/testing/index.js';
import { untilServed } from '../../../until-known.js';
import { crds, mapOf, Place } from '../stacks.js';

interface Route extends CustomResource<{ host?: string }> {
  apiVersion: 'workflow.kbts.dev/v1';
  kind: 'Route';
}

const group = 'workflow.kbts.dev';
const Route = defineKind<Route>({ group, version: 'v1', kind: 'Route', plural: 'routes', scope: 'Namespaced' });

/** A kind of another project, which may be installed or not. */
const routes = new CustomResourceDefinition({
  metadata: { name: `routes.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { kind: 'Route', plural: 'routes' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { host: { type: 'string' } } } },
          },
        },
      },
    ],
  },
});

/** Declares the tests. */
export function workflowSuite(kind: ControlPlaneKind): void {
  let plane: ControlPlane;
  let place: Place;
  let count = 0;

  beforeAll(async () => {
    plane = await startControlPlane({ kind, crds });
  });
  afterEach(() => place?.close());
  afterAll(() => plane?.stop());

  const open = async (): Promise<Place> => (place = await Place.open(plane, `workflow-${count++}`));
  const fill = (name: string, data: string) =>
    plane.client.patch(
      { kind: ConfigMap, ...place.key(name) },
      { type: 'merge', body: { metadata: { annotations: { data } } } },
    );
  const isFilled = ({ metadata }: { readonly metadata: { readonly annotations?: Readonly<Record<string, string>> } }) =>
    metadata.annotations?.['data'] === 'full';

  test('reconcile precondition: a dependent exists only while its condition is met', async () => {
    await open();
    await place.create({ data: '1' });
    await place.run(
      place
        .stacks()
        .child('always', ConfigMap, ({ spec }) => mapOf('always', spec))
        .child('sometimes', ConfigMap, ({ spec }) => spec.data === '2' && mapOf('sometimes', spec)),
    );
    await place.hasMaps({ always: '1' });
    await place.change({ data: '2' });
    await place.hasMaps({ always: '2', sometimes: '2' });
    await place.change({ data: '3' });
    await place.hasMaps({ always: '3' });
  });

  test('ready postcondition: a dependent waits until the one before is ready, by a condition of its own', async () => {
    await open();
    await place.create({ data: '1' });
    await place.run(
      place
        .stacks()
        .child('first', ConfigMap, ({ spec }) => mapOf('first', spec), { wait: true, readyWhen: isFilled })
        .child('second', ConfigMap, ({ spec }) => mapOf('second', spec))
        .reconcile(async (_, { children }) => ({ status: { conditions: children.conditions } })),
    );
    const message = 'first: ConfigMap first is not ready; second: waits for "first"';
    await place.hasCondition('Ready', { status: 'False', reason: 'ChildrenNotReady', message });
    expect(await place.maps()).toEqual({ first: '1' });
    await fill('first', 'full');
    await place.hasMaps({ first: '1', second: '1' });

    // What exists is neither changed nor deleted while it is held.
    await fill('first', 'empty');
    await place.change({ data: '2' });
    await place.hasCondition('Ready', { status: 'False', message });
    expect(await place.maps()).toEqual({ first: '2', second: '1' });
  });

  test('a dependent of two others waits for both, and others do not wait for it', async () => {
    await open();
    await place.create({ data: '1' });
    const readyWhen = isFilled;
    await place.run(
      place
        .stacks()
        .child('left', ConfigMap, ({ spec }) => mapOf('left', spec), { readyWhen })
        .child('right', ConfigMap, ({ spec }) => mapOf('right', spec), { readyWhen })
        .child('both', ConfigMap, ({ spec }, { observed: { left, right } }) =>
          isReady(left) && left && isFilled(left) && right && isFilled(right)
            ? mapOf('both', spec)
            : pending('WaitingForBoth', 'left and right are not filled'),
        )
        .child('other', ConfigMap, ({ spec }) => mapOf('other', spec)),
    );
    await place.hasMaps({ left: '1', right: '1', other: '1' });
    await fill('left', 'full');
    await place.change({ data: '2' });
    await place.hasMaps({ left: '2', right: '2', other: '2' });
    await fill('right', 'full');
    await place.hasMaps({ left: '2', right: '2', both: '2', other: '2' });
  });

  test('activation condition: a dependent whose CRD is missing is skipped until it is installed', async () => {
    await open();
    await place.create({ data: '1' });
    await place.run(
      place
        .stacks()
        .child('route', Route, () => new Route({ metadata: { name: 'route' }, spec: { host: 'a' } }), {
          optional: true,
        })
        .child('map', ConfigMap, ({ spec }) => mapOf('m', spec))
        .reconcile(async (_, { children, observed: { route } }) => ({
          status: { conditions: children.conditions, seen: [route?.metadata.name ?? 'none'] },
        })),
    );
    await place.hasCondition('Ready', { status: 'True' });
    expect((await place.stack()).status?.seen).toEqual(['none']);
    await place.hasMaps({ m: '1' });

    await plane.client.create(routes);
    await untilServed(plane.client, Route);
    await eventually(async () => expect((await place.stack()).status?.seen).toEqual(['route']), { timeoutMs: 60_000 });
    await plane.client.delete({ kind: Route, ...place.key('route') });
    await eventually(() => plane.client.get(Route, place.key('route')));
  });

  test('bulk dependents: as many objects as the spec asks for', async () => {
    await open();
    const many = (from: number, to: number): string[] =>
      Array.from({ length: to - from }, (_, index) => `m-${from + index}`);
    await place.create({ wanted: { maps: many(0, 20) } });
    await place.run(
      place
        .stacks()
        .children('maps', ConfigMap, ({ spec }) => spec.wanted?.['maps']?.map((name) => mapOf(name, spec)))
        .reconcile(async (_, { observed: { maps } }) => ({
          status: { seen: maps.map(({ metadata }) => metadata.name) },
        })),
    );
    await eventually(async () => expect((await place.stack()).status?.seen).toEqual(many(0, 20)));
    await place.change({ wanted: { maps: many(10, 25) } });
    await place.hasMaps(Object.fromEntries(many(10, 25).map((name) => [name, ''])));
    await eventually(async () => expect((await place.stack()).status?.seen).toEqual(many(10, 25)));
  });
}
