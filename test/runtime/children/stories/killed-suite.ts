/** An operator that is killed at each of its writes, and started again, leaves what one leaves that was never killed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigMap, Namespace, Secret } from '../../../../src/k8s/index.js';
import {
  type ControlPlane,
  type ControlPlaneKind,
  eventually,
  startControlPlane,
} from '../../../../src/testing/index.js';
import { type Death, DyingTransport } from './dying-transport.js';
import { crds, mapOf, Place, Stack } from '../stacks.js';

/** Declares the tests. */
export function killedSuite(kind: ControlPlaneKind): void {
  let plane: ControlPlane;
  let count = 0;

  beforeAll(async () => {
    plane = await startControlPlane({ kind, crds });
  });
  afterAll(() => plane?.stop());

  const deaths: readonly Death[] = ['before the write', 'after the write'];

  test.each(deaths)(
    'killed %s of creation, upgrade and deletion',
    async (death) => {
      for (const phase of phases) {
        for (let write = 1; ; write++) {
          const wasKilled = await killAt(await World.open(plane, `killed-${kind}-${count++}`), phase, { death, write });
          // It finished before that many writes.
          if (!wasKilled) {
            expect(write).toBeGreaterThan(4);
            break;
          }
        }
      }
    },
    300_000,
  );
}

type Phase = 'create' | 'upgrade' | 'delete';
const phases: readonly Phase[] = ['create', 'upgrade', 'delete'];

async function killAt(world: World, phase: Phase, { death, write }: { death: Death; write: number }): Promise<boolean> {
  try {
    for (const earlier of phases.slice(0, phases.indexOf(phase))) {
      await world.begin(earlier);
      await world.run(earlier);
      await world.reaches(earlier);
      await world.place.stop();
    }
    const before = await world.objects();
    await world.begin(phase);
    let transport: DyingTransport | undefined;
    await world.run(phase, (inner) => (transport = new DyingTransport(inner, death, write)));
    await world.reaches(phase, transport?.died).catch((error: unknown) => {
      if (transport?.died.aborted !== true) throw error;
    });
    const wasKilled = transport?.died.aborted ?? false;
    await world.run(phase);
    await world.reaches(phase);
    const after = await world.objects();
    // What exists in both is the same object: nothing was deleted and created again.
    for (const [name, uid] of after) if (before.has(name)) expect([name, uid]).toEqual([name, before.get(name)]);
    return wasKilled;
  } finally {
    await world.place.close();
  }
}

/** One Stack with an operator in two versions. */
class World {
  readonly place: Place;
  readonly #elsewhere: string;

  static async open(plane: ControlPlane, namespace: string): Promise<World> {
    const place = await Place.open(plane, namespace);
    await plane.client.create(new Namespace({ metadata: { name: `${namespace}-elsewhere` } }));
    return new World(place);
  }

  constructor(place: Place) {
    this.place = place;
    this.#elsewhere = `${place.namespace}-elsewhere`;
  }

  /** What a user does. */
  async begin(phase: Phase): Promise<void> {
    if (phase === 'create') await this.place.create({ data: '1', wanted: { parts: ['a', 'b'] } });
    else if (phase === 'upgrade') await this.place.change({ data: '2', wanted: { parts: ['b', 'c'] } });
    else await this.place.plane.client.delete({ kind: Stack, ...this.place.key('a') });
  }

  run(phase: Phase, wrap?: Parameters<Place['run']>[1]): Promise<void> {
    return this.place.run(phase === 'create' ? this.#first() : this.#second(), wrap);
  }

  #first() {
    return this.#chain()
      .child('config', ConfigMap, ({ spec }) => mapOf('config', spec))
      .child('secret', Secret, () => new Secret({ metadata: { name: 'secret' } }))
      .child('old', ConfigMap, ({ spec }) => mapOf('old', spec))
      .children('parts', ConfigMap, ({ spec }) => spec.wanted?.['parts']?.map((name) => mapOf(name, spec)))
      .child('far', ConfigMap, ({ spec }) => mapOf('far', spec, this.#elsewhere))
      .child('kept', ConfigMap, ({ spec }) => mapOf('kept', spec), { keep: true });
  }

  /** One child is renamed, one is gone, one is gone with its kind. */
  #second() {
    return this.#chain()
      .prunes(Secret)
      .child('settings', ConfigMap, ({ spec }) => mapOf('config', spec))
      .children('parts', ConfigMap, ({ spec }) => spec.wanted?.['parts']?.map((name) => mapOf(name, spec)))
      .child('far', ConfigMap, ({ spec }) => mapOf('far', spec, this.#elsewhere))
      .child('kept', ConfigMap, ({ spec }) => mapOf('kept', spec), { keep: true });
  }

  #chain() {
    // In order, as the garbage collector of a cluster does not run.
    return this.place.stacks().options({ deletion: 'ordered' });
  }

  /** Waits for the state after a phase. What is being deleted in the foreground is gone for these purposes. */
  async reaches(phase: Phase, signal?: AbortSignal): Promise<void> {
    const expected = {
      create: ['a=1', 'b=1', 'config=1', 'far=1', 'kept=1', 'old=1', 'secret'],
      upgrade: ['b=2', 'c=2', 'config=2', 'far=2', 'kept=2'],
      delete: ['kept=2'],
    }[phase];
    await eventually(
      async () => {
        if (phase === 'delete') await this.#collect();
        expect(await this.#state()).toEqual(expected);
        const stack = await this.place.plane.client.find(Stack, this.place.key('a'));
        if (phase === 'delete') expect(stack).toBeUndefined();
      },
      { signal },
    );
  }

  /** What the garbage collector of a cluster does at the end of a deletion in the foreground. */
  async #collect(): Promise<void> {
    const { client } = this.place.plane;
    for (const map of await this.#maps()) {
      if (map.metadata.deletionTimestamp === undefined) continue;
      const ref = { kind: ConfigMap, name: map.metadata.name ?? '', namespace: map.metadata.namespace };
      await client.patch(ref, { type: 'merge', body: { metadata: { finalizers: null } } }).catch(() => undefined);
    }
  }

  async #maps() {
    const { client } = this.place.plane;
    const spaces = [this.place.namespace, this.#elsewhere];
    const lists = await Promise.all(spaces.map((namespace) => client.list(ConfigMap, { namespace })));
    return lists.flatMap(({ items }) => items).filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt');
  }

  async #secrets() {
    return (await this.place.plane.client.list(Secret, { namespace: this.place.namespace })).items;
  }

  async #state(): Promise<string[]> {
    const maps = (await this.#maps()).map(({ metadata, data }) => `${metadata.name}=${data?.['data']}`);
    return [...maps, ...(await this.#secrets()).map(({ metadata }) => metadata.name ?? '')].toSorted();
  }

  /** Uids by name. */
  async objects(): Promise<ReadonlyMap<string, string | undefined>> {
    const all = [...(await this.#maps()), ...(await this.#secrets())];
    return new Map(all.map(({ metadata }) => [metadata.name ?? '', metadata.uid]));
  }
}
