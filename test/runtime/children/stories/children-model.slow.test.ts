/**
 * Random versions of an operator, specs, edits by others and deaths in the middle of a pass. The state that follows is judged by
 * a specification that knows the declarations, the spec and what others made, and nothing of marks, managers or caches.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  array,
  assert as check,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  record,
  shuffledSubarray,
  subarray,
} from 'fast-check';
import { Namespace } from '../../../../src/k8s/index.js';
import { createTransport } from '../../../../src/runtime/entry/client.js';
import type { Transport } from '../../../../src/runtime/client/connection/transport.js';
import { type ControlPlane, startControlPlane } from '../../../../src/testing/index.js';
import { roundsOf } from '../../../lanes/thorough.js';
import { type Death, DyingTransport } from './dying-transport.js';
import { type Declared, ModelWorld, objectAt, type Seen, type Spot, spotOf, type Version } from './model-world.js';
import { crds, Stack, type StackSpec } from '../stacks.js';

let plane: ControlPlane;
let transport: Transport;
let count = 0;

beforeAll(async () => {
  plane = await startControlPlane({ crds });
  transport = createTransport(plane.config);
});
afterAll(async () => {
  await transport[Symbol.asyncDispose]();
  await plane.stop();
});

const children = ['a', 'b', 'c'] as const;
const kind = constantFrom('ConfigMap' as const, 'Secret' as const);
const name = constantFrom('x', 'y', 'z');
const mostlyNot = integer({ min: 0, max: 3 }).map((number) => number === 0);
const spot = record({ kind, name, far: mostlyNot });
const options = record({ kind, isList: boolean(), wait: mostlyNot, keep: mostlyNot, far: mostlyNot });
const version = record({
  all: array(options, { minLength: 3, maxLength: 3 }),
  names: shuffledSubarray([...children], { minLength: 1 }),
  isOrdered: boolean(),
}).map(({ all, names, isOrdered }): Version => ({
  isOrdered,
  children: names.map((child, index) => ({ name: child, ...(all[index] as Omit<Declared, 'name'>) })),
}));
const spec = record({
  data: constantFrom('1', '2'),
  a: subarray(['x', 'y', 'z']),
  b: subarray(['x', 'y', 'z']),
  c: subarray(['x', 'y', 'z']),
  pending: subarray([...children], { maxLength: 1 }),
  broken: oneof(
    { weight: 3, arbitrary: constant([]) },
    { weight: 1, arbitrary: subarray([...children], { maxLength: 1 }) },
  ),
}).map(({ data, a, b, c, pending, broken }): StackSpec => ({ data, wanted: { a, b, c }, pending, broken }));
const action = oneof(
  record({ type: constant('deploy' as const), version }),
  record({ type: constant('want' as const), spec }),
  record({ type: constant('want' as const), spec }),
  record({ type: constantFrom('edit' as const, 'delete' as const), spot }),
  // Often, and mostly where there is nothing: only then they are in the way later.
  record({ type: constantFrom('create' as const, 'forge' as const), spot }),
  record({ type: constantFrom('create' as const, 'forge' as const), spot }),
);
const death = option(
  record({ death: constantFrom<Death>('before the write', 'after the write'), write: integer({ min: 1, max: 6 }) }),
);
const history = array(record({ action, death }), { minLength: 2, maxLength: 8 });

/** What the specification says about a state. */
interface Expected {
  /** By spot, the child that it belongs to. */
  readonly wanted: ReadonlyMap<string, Declared>;
  readonly undecided: readonly Declared[];
  readonly isFailed: boolean;
}

/** The rules of the book, on names alone. `isForeign` tells where others have an object. */
function expectedOf({ children: all }: Version, stack: StackSpec, isForeign: (place: string) => boolean): Expected {
  const wanted = new Map<string, Declared>();
  const undecided: Declared[] = [];
  let [isFailed, isBlocked] = [false, false];
  for (const child of all) {
    const isPending = stack.pending?.includes(child.name) ?? false;
    if (isBlocked || isPending) {
      undecided.push(child);
      isBlocked ||= child.wait;
      continue;
    }
    const names = stack.wanted?.[child.name] ?? [];
    const places = (child.isList ? names : names.slice(0, 1)).map((one) => spotOf({ ...child, name: one }));
    const firstForeign = places.findIndex((place) => isForeign(place));
    const isTwice = places.some((place) => wanted.has(place));
    if (stack.broken?.includes(child.name) || isTwice || firstForeign >= 0) {
      [isFailed, isBlocked] = [true, true];
      undecided.push(child);
      // Those before the foreign one have been applied.
      if (!isTwice && !stack.broken?.includes(child.name))
        for (const place of places.slice(0, firstForeign)) wanted.set(place, child);
    } else for (const place of places) wanted.set(place, child);
  }
  return { wanted, undecided, isFailed };
}

/** Whether an object that is not wanted stays. */
function stays(object: Seen, { children: all }: Version, { undecided, isFailed }: Expected): boolean {
  if (isFailed || object.isKept) return true;
  const known = all.find(({ name: child }) => child === object.child);
  if (known && undecided.includes(known)) return true;
  return known?.kind !== object.kind && undecided.some((child) => child.kind === object.kind);
}

async function play(
  world: ModelWorld,
  first: Version,
  steps: readonly { action: Action; death: Dying }[],
): Promise<void> {
  let [current, stack]: [Version, StackSpec] = [first, { data: '1', wanted: { a: ['x'], b: ['y'], c: ['z'] } }];
  /** Uids of what others made. */
  const foreign = new Map<string, string>();
  await world.want(stack);
  for (const { action: next, death: dying } of [
    { action: { type: 'want' as const, spec: stack }, death: null },
    ...steps,
  ]) {
    if (next.type === 'deploy') current = next.version;
    else if (next.type === 'want') await world.want((stack = next.spec));
    else await meddle(world, next.type, next.spot, foreign);
    const before = await world.seen();
    if (dying)
      await world.pass(current, new DyingTransport(transport, dying.death, dying.write)).catch(() => undefined);
    for (let passes = 0; passes < 2; passes++) await world.pass(current, transport).catch(() => undefined);
    const after = await world.seen();
    judge({ before, after, foreign, current, stack });
    await world.pass(current, transport).catch(() => undefined);
    // Nothing is left to do.
    expect(await world.seen()).toEqual(after);
  }
  await deleted(world, current, foreign);
}

type Action = typeof action extends { generate: unknown } ? Parameters<Parameters<typeof action.map>[0]>[0] : never;
type Dying = { readonly death: Death; readonly write: number } | null;

/** What others do: they never touch what they do not see, so that an object which exists is not created. */
async function meddle(
  world: ModelWorld,
  type: 'edit' | 'delete' | 'create' | 'forge',
  at: Spot,
  foreign: Map<string, string>,
): Promise<void> {
  const found = (await world.seen()).find((one) => spotOf(one) === spotOf(at));
  const ref = world.refOf(at);
  if (found && type === 'delete') {
    await world.client.delete(ref);
    foreign.delete(found.uid);
  } else if (found && type === 'edit') {
    const body = objectAt(at, 'theirs', ref.namespace) as unknown as { data: object };
    const { metadata } = await world.client.patch(ref, { type: 'merge', body: { data: body.data } });
    if (foreign.has(found.uid)) foreign.set(found.uid, metadata.resourceVersion);
  } else if (!found && (type === 'create' || type === 'forge')) {
    const { uid } = (await world.client.get(Stack, world.key)).metadata;
    const object = objectAt(at, 'theirs', ref.namespace);
    if (type === 'forge')
      Object.assign(object.metadata, {
        labels: { 'kbts.dev/owner-uid': uid },
        annotations: { 'kbts.dev/child': 'stack/a' },
      });
    const { metadata } = await world.client.create(object, { fieldManager: 'stack' });
    foreign.set(metadata.uid, metadata.resourceVersion);
  }
}

interface Judged {
  readonly before: readonly Seen[];
  readonly after: readonly Seen[];
  readonly foreign: ReadonlyMap<string, string>;
  readonly current: Version;
  readonly stack: StackSpec;
}

function judge({ before, after, foreign, current, stack }: Judged): void {
  const isTheirs = ({ uid }: Seen): boolean => foreign.has(uid);
  // Whatever happened, what others made is as they left it.
  expect(new Map(after.filter(isTheirs).map(({ uid, version: stored }) => [uid, stored]))).toEqual(foreign);
  const places = new Set(before.filter(isTheirs).map(spotOf));
  const expected = expectedOf(current, stack, (place) => places.has(place));
  const [mineBefore, mineAfter] = [before, after].map(
    (all) => new Map(all.filter((one) => !isTheirs(one)).map((one) => [spotOf(one), one])),
  );
  const kept = [...(mineBefore?.values() ?? [])].filter(
    (one) => expected.wanted.has(spotOf(one)) || stays(one, current, expected),
  );
  // What is wanted or stays is still the same object, and nothing else exists.
  for (const one of kept) expect([spotOf(one), mineAfter?.get(spotOf(one))?.uid]).toEqual([spotOf(one), one.uid]);
  expect([...(mineAfter?.keys() ?? [])].toSorted()).toEqual(
    [...new Set([...expected.wanted.keys(), ...kept.map(spotOf)])].toSorted(),
  );
  for (const [place, child] of expected.wanted)
    expect(mineAfter?.get(place)).toMatchObject({
      data: stack.data,
      child: child.name,
      isOwned: !child.far && !child.keep,
      isKept: child.keep,
    });
}

async function deleted(world: ModelWorld, current: Version, foreign: ReadonlyMap<string, string>): Promise<void> {
  const before = await world.seen();
  await world.client.delete({ kind: Stack, ...world.key });
  for (let passes = 0; passes < 20 && (await world.client.find(Stack, world.key)); passes++) {
    await world.pass(current, transport);
    await world.collect();
  }
  expect(await world.client.find(Stack, world.key)).toBeUndefined();
  const isLeft = (one: Seen): boolean => foreign.has(one.uid) || one.isKept || (!current.isOrdered && !one.far);
  expect((await world.seen()).map(spotOf)).toEqual(before.filter(isLeft).map(spotOf));
}

test('whatever happens, children are those that the specification names', async () => {
  await check(
    asyncProperty(version, history, async (first, steps) => {
      const world = new ModelWorld(plane.client, `model-${count++}`);
      for (const far of [false, true])
        await plane.client.create(new Namespace({ metadata: { name: world.namespaceOf(far) } }));
      await play(world, first, steps);
    }),
    { numRuns: roundsOf('CHILDREN_ROUNDS', 200, 20) },
  );
}, 600_000);
