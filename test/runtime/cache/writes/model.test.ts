/**
 * Own writes against their promise (docs/own-writes.md), under random interleavings. A read of an actor must show each object
 * as it was at some time after the last write and the last read of the same actor, and never an object whose deletion has been
 * answered. A reconcile also sees what others wrote before. `KBTS_OWN_WRITES_ROUNDS` sets the number of rounds, `KBTS_OWN_WRITES_SEED` repeats one.
 */
import { expect, test } from 'vitest';
import type { DeleteResult } from '../../../../src/runtime/client/client.js';
import { StaleCacheError } from '../../../../src/runtime/cache/cache-error.js';
import { runWork } from '../../../../src/runtime/current-work.js';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { roundsOf, seedShift } from '../../../lanes/thorough.js';
import { settle } from '../../manual-clock.js';
import type { Thing as ThingObject } from '../fake-resource.js';
import { Thing } from '../thing.js';
import { type Actor, ACTORS, LostError, World } from './own-writes-world.js';

const ACTIONS = [
  'create',
  'patch',
  'patch',
  'relabel',
  'release',
  'delete',
  'find',
  'find',
  'list',
  'deleteAllOf',
] as const;
const KEYS = ['ns/a', 'ns/b', 'other/c'];
const STEPS = 60;
/** What some deletions of many select. */
const labels = { app: 'web' };

/** A write that has not ended; with its version when it was answered. */
interface Flight {
  readonly actor: Actor;
  readonly key: string;
  version?: number;
}

class Round {
  readonly world = new World();
  readonly trace: string[] = [];
  readonly complaints: string[] = [];
  readonly #random: () => number;
  readonly #floors = new Map<string, number>();
  /** The newest versions that actors have been shown: those of writes without an answer are not among them. */
  readonly #known = new Map<string, number>();
  readonly #flights = new Set<Flight>();
  /** The newest answered versions, whoever wrote them. */
  readonly #answered = new Map<string, number>();
  /** Objects with a write that was not answered. */
  readonly #blurred = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #busy = new Map<Actor, number>();
  #running = 0;
  #lost = 0;
  #refused = 0;
  #isLate = false;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  async run(): Promise<void> {
    const { world } = this;
    world.deliverAll();
    await runWork({ writer: 'start' }, () => world.client.list(Thing));
    world.holdEvents();
    world.transport.requests.length = 0;
    for (let step = 0; step < STEPS; step++) {
      this.#step();
      if (this.#random() < 0.7) await settle();
    }
    await this.#drain();
    this.#checkRequests();
    await world.close();
  }

  #step(): void {
    const { world } = this;
    const choice = this.#random();
    if (choice < 0.45) this.#act();
    else if (choice < 0.6) this.#settleWrite(this.#random() < 0.7);
    else if (choice < 0.85) world.deliver();
    else if (choice < 0.88) world.cut(false);
    else if (choice < 0.9) world.cut(true);
    else this.#foreign();
  }

  /** Somebody outside of this process. */
  #foreign(): void {
    const key = this.#pick(KEYS);
    this.#note(`foreign ${key}`);
    if (this.#random() < 0.4) this.world.things.remove(key);
    else this.#change(key);
  }

  #change(key: string): void {
    // Objects keep their labels and finalizers most of the time.
    const old = this.world.things.objects.get(key)?.metadata;
    const metadata = { ...old, ...(this.#random() < 0.2 ? { labels: this.#labels() } : {}) };
    this.world.things.put(key, { spec: { value: this.trace.length }, metadata: metadata });
  }

  #settleWrite(isAnswered: boolean): void {
    const { held } = this.world;
    const [write] = held.splice(Math.floor(this.#random() * held.length), 1);
    if (!write) return;
    this.#note(isAnswered ? '  answered' : '  lost');
    if (!isAnswered) this.#lost++;
    if (isAnswered) write.answer();
    else write.lose();
  }

  #act(): void {
    const actor = this.#pick(ACTORS);
    // Code outside of any work has no identity, so that it is one program only when it waits for its own calls.
    if ((this.#busy.get(actor) ?? 0) >= (actor.work ? 2 : 1)) return;
    const key = this.#pick(KEYS);
    const action = this.#pick(ACTIONS);
    // The watch shows this change before the deletion, which must not be mistaken for it.
    if (action.startsWith('delete') && this.world.things.objects.has(key) && this.#random() < 0.5) this.#change(key);
    this.#start(actor, action, key);
    // Its next read is soon after the change.
    if (action.startsWith('delete') && actor.work && this.#random() < 0.5) void this.#readAfter(actor, key);
  }

  /** Reads an object once the writes of this moment are answered, and one event is delivered. */
  async #readAfter(actor: Actor, key: string): Promise<void> {
    await settle();
    for (const write of this.world.held.splice(0)) write.answer();
    await settle();
    this.world.deliver();
    await settle();
    this.#start(actor, this.#pick(['find', 'list'] as const), key);
  }

  #start(actor: Actor, action: string, key: string): void {
    const call = `${actor.name} ${action} ${key}`;
    this.#note(call);
    this.#busy.set(actor, (this.#busy.get(actor) ?? 0) + 1);
    this.#running++;
    const run = async (): Promise<void> => this.#call(actor, action, key);
    const ended = actor.work ? runWork(actor.work, run) : run();
    void ended
      .catch((error: unknown) => {
        const isAllowed = this.#isLate && error instanceof StaleCacheError && !this.#isCaughtUp();
        if (!isAllowed) this.complaints.push(`${actor.name}: ${String(error)}`);
      })
      .finally(() => {
        this.#note(`  ended: ${call}`);
        this.#running--;
        this.#busy.set(actor, (this.#busy.get(actor) ?? 0) - 1);
      });
  }

  async #call(actor: Actor, action: string, key: string): Promise<void> {
    const { client } = this.world;
    const [namespace = '', name = ''] = key.split('/');
    const ref = { kind: Thing, namespace, name };
    switch (action) {
      case 'create':
        return this.#write(actor, key, client.create(new Thing({ metadata: { namespace, name, ...this.#marks() } })));
      case 'patch': {
        const body = { spec: { value: this.trace.length } };
        return this.#write(actor, key, client.patch(ref, { type: 'merge', body }));
      }
      case 'relabel':
        return this.#patchMetadata(actor, key, { labels: this.#labels() });
      case 'release':
        // Ends an object that waits for it.
        return this.#patchMetadata(actor, key, { finalizers: [] });
      case 'delete':
        return this.#delete(actor, key, client.delete(ref));
      case 'deleteAllOf':
        return this.#deleteAll(actor, namespace);
      case 'find':
        return this.#read(actor, [key], async () => [(await client.find(Thing, ref)) as ThingObject | undefined]);
      default: {
        const keys = KEYS.filter((one) => one.startsWith(`${namespace}/`));
        return this.#read(actor, keys, async () => {
          const { items } = await client.list(Thing, { namespace });
          return keys.map(
            (one) => items.find(({ metadata }) => `${namespace}/${metadata.name}` === one) as ThingObject,
          );
        });
      }
    }
  }

  /** The answer to the last finalizer's removal is the object as it was when it ended. */
  async #patchMetadata(actor: Actor, key: string, metadata: Partial<KubeObject['metadata']>): Promise<void> {
    const [namespace = '', name = ''] = key.split('/');
    const sent = this.world.client.patch({ kind: Thing, namespace, name }, { type: 'merge', body: { metadata } });
    let ended: string | undefined;
    const written = sent.then((object) => {
      const isOver = object.metadata.deletionTimestamp !== undefined && object.metadata.finalizers?.length === 0;
      if (isOver) ended = object.metadata.uid;
      return object;
    });
    await this.#write(actor, key, written);
    if (ended !== undefined) this.#deleted.add(ended);
  }

  async #write(actor: Actor, key: string, sent: Promise<KubeObject>): Promise<void> {
    const flight: Flight = { actor, key };
    this.#flights.add(flight);
    try {
      flight.version = Number((await sent).metadata.resourceVersion);
      this.#answered.set(key, Math.max(flight.version, this.#answered.get(key) ?? 0));
      this.#raise(actor, key, flight.version);
    } catch (error) {
      this.#failed(actor, key, error);
    } finally {
      this.#flights.delete(flight);
    }
  }

  async #delete(actor: Actor, key: string, sent: Promise<DeleteResult<ThingObject>>): Promise<void> {
    try {
      const result = await sent;
      if (result.state === 'terminating') this.#raise(actor, key, Number(result.object.metadata.resourceVersion));
      else if (result.uid !== undefined) this.#deleted.add(result.uid);
    } catch (error) {
      this.#failed(actor, key, error);
    }
  }

  /** Everything that the actor wrote or read before, or that the cache has, is deleted when it is selected. */
  async #deleteAll(actor: Actor, namespace: string): Promise<void> {
    const hasLabels = this.#random() < 0.5;
    const isSelected = ({ metadata }: KubeObject): boolean =>
      metadata.deletionTimestamp === undefined && (!hasLabels || metadata.labels?.['app'] === labels.app);
    const known = KEYS.flatMap((key) => {
      const version = this.#known.get(`${actor.name} ${key}`) ?? this.#stored(key)?.metadata.resourceVersion;
      return key.startsWith(`${namespace}/`) && version !== undefined ? [{ key, version: Number(version) }] : [];
    });
    try {
      await this.world.client.deleteAllOf(Thing, { namespace, ...(hasLabels ? { labels } : { all: true as const }) });
    } catch (error) {
      // Nobody knows which objects are deleted.
      if (!(error instanceof LostError)) throw error;
      return;
    }
    for (const { key, version } of known) {
      const end = this.world.history.endAfter(key, version, isSelected);
      if (end === undefined) continue;
      this.#raise(actor, key, end, false);
      this.#known.delete(`${actor.name} ${key}`);
    }
  }

  /** A write without an answer was stored all the same, as all writes that wait for their answer here. */
  #failed(actor: Actor, key: string, error: unknown): void {
    if (error instanceof ApiError) {
      this.#refused++;
      return;
    }
    if (!(error instanceof LostError)) throw error;
    this.#raise(actor, key, error.storedAt, false);
    this.#blurred.add(`${actor.name} ${key}`);
  }

  async #read(actor: Actor, keys: string[], read: () => Promise<(ThingObject | undefined)[]>): Promise<void> {
    const floors = keys.map((key) => Math.max(this.#floor(actor, key), this.#floorOfOthers(actor, key)));
    const deleted = new Set(this.#deleted);
    const stored = keys.map((key) => this.#stored(key)?.metadata.uid);
    // Those of code outside of any work are nobody's.
    const flights = [...this.#flights].filter((flight) => actor.work && flight.actor === actor);
    const shown = await read();
    shown.forEach((object, index) => {
      const key = keys[index] ?? '';
      const uid = object?.metadata.uid;
      if (uid !== undefined && deleted.has(uid)) this.complaints.push(`${actor.name}: ${key}: shows deleted ${uid}`);
      // After a write without an answer, what the server does not have can be hidden only if the cache has shown it.
      const isUnseen = this.#blurred.has(`${actor.name} ${key}`) && uid !== undefined && uid !== stored[index];
      const isExempt = isUnseen || (actor.work === undefined && this.#isLate);
      const own = flights.filter((flight) => flight.key === key).map(({ version = 0 }) => version);
      const newest = Math.max(this.#floor(actor, key), this.#floorOfOthers(actor, key));
      const floor = Math.min(Math.max(floors[index] ?? 0, ...own), newest);
      const complaint = isExempt ? undefined : this.world.history.complaint(key, object, floor);
      if (complaint) this.complaints.push(`${actor.name}: ${complaint}`);
      if (object) this.#raise(actor, key, Number(object.metadata.resourceVersion));
      else if (this.#blurred.has(`${actor.name} ${key}`)) this.#forget(actor, key);
    });
  }

  /** Answers and delivers everything: all that waits must end. */
  async #drain(): Promise<void> {
    const { world } = this;
    world.deliverAll();
    for (let turn = 0; turn < 50 && (this.#running > 0 || world.held.length > 0); turn++) {
      for (const write of world.held.splice(0)) write.answer();
      await settle();
      if (turn > 10) {
        this.#isLate = true;
        await world.clock.advanceAsync(1000);
      }
    }
    if (this.#running > 0) this.complaints.push(`${this.#running} calls never end`);
  }

  #checkRequests(): void {
    const requests = this.world.transport.requests.filter(
      (request) => request.startsWith('GET') && !/watch=/.test(request),
    );
    const questions = requests.filter((request) => /things\/\w+$/.test(request));
    if (requests.length > questions.length) this.complaints.push(`lists were sent: ${requests.join()}`);
    if (questions.length > this.#lost + this.#refused)
      this.complaints.push(
        `${questions.length} questions after ${this.#lost} lost and ${this.#refused} refused writes`,
      );
  }

  /** The server had nothing after a write without an answer. Nobody knows which uids are gone, so older ones may appear. */
  #forget(actor: Actor, key: string): void {
    for (const known of [this.#floors, this.#known]) known.delete(`${actor.name} ${key}`);
  }

  #note(what: string): void {
    const { things, cache } = this.world;
    const [partition] = cache.partitionsOf(Thing.gvk, undefined);
    this.trace.push(`${what} (server ${things.version}, store ${partition?.resourceVersion})`);
  }

  /** What new objects have besides their names. */
  #marks(): Partial<KubeObject['metadata']> {
    return { labels: this.#labels(), ...(this.#random() < 0.4 ? { finalizers: ['example.com/mark'] } : {}) };
  }

  #labels(): Record<string, string> {
    return this.#random() < 0.5 ? labels : { app: 'other' };
  }

  /** Whether the cache has all that the server has, so that there is nothing to wait for. */
  #isCaughtUp(): boolean {
    const [partition] = this.world.cache.partitionsOf(Thing.gvk, undefined);
    return partition?.resourceVersion === String(this.world.things.version);
  }

  #stored(key: string): KubeObject | undefined {
    const [partition] = this.world.cache.partitionsOf(Thing.gvk, undefined);
    return partition?.store.peek(key);
  }

  #floor(actor: Actor, key: string): number {
    return this.#floors.get(`${actor.name} ${key}`) ?? 0;
  }

  /** Nobody waits for others for long, so that this holds only as long as no time has passed. */
  #floorOfOthers({ work }: Actor, key: string): number {
    return work?.waitsForOthers && !this.#isLate ? (this.#answered.get(key) ?? 0) : 0;
  }

  #raise(actor: Actor, key: string, version: number, isKnown = true): void {
    if (isKnown) this.#known.set(`${actor.name} ${key}`, version);
    this.#floors.set(`${actor.name} ${key}`, Math.max(this.#floor(actor, key), version));
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)] as T;
  }
}

/** Numbers from 0 to 1 that follow from a seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const rounds = roundsOf('KBTS_OWN_WRITES_ROUNDS', 3000, 60);
const only = process.env['KBTS_OWN_WRITES_SEED'];

test('§17.1.1 reads behave as if there were no cache, whatever comes in between', { timeout: 600_000 }, async () => {
  for (let index = 0; index < (only === undefined ? rounds : 1); index++) {
    const seed = only === undefined ? 1000 * seedShift * rounds + index : Number(only);
    const round = new Round(seed);
    await round.run();
    expect(round.complaints, `seed ${seed}\n${round.trace.join('\n')}`).toEqual([]);
  }
});
