/** Runs random operations on two servers in lockstep and keeps what they answer differently. */
import { seeded, type Random } from '../../builtin/fuzz/random.js';
import type { Answer, ApiClient, Call } from '../api-client.js';
import { differences } from '../differences.js';
import { get, merge, remove } from '../scenario.js';
import { comparable } from './comparable.js';
import { pathOf, type RandomKind } from './kinds.js';
import { anyOperation, type Live } from './operations.js';

/** One place where the servers differ. */
export interface Divergence {
  /** What was done, to which kind, the codes, and the first field: the same text for the same cause. */
  readonly class: string;
  readonly calls: string;
  readonly lines: readonly string[];
}

/** Two servers. */
export interface Pair {
  readonly real: ApiClient;
  readonly own: ApiClient;
}

/** What to run. */
export interface Story {
  readonly seed: number;
  readonly count: number;
  readonly namespace: string;
  readonly kinds: readonly RandomKind[];
}

const NAMES = ['n1', 'n2', 'n3'];

interface Target {
  readonly kind: RandomKind;
  readonly name: string;
  readonly path: string;
}

/** Runs operations; after each write, both servers must have the same object. */
export async function runStory(pair: Pair, { seed, count, namespace, kinds }: Story): Promise<Divergence[]> {
  const random = seeded(seed);
  const found: Divergence[] = [];
  for (let done = 0; done < count; done++) {
    const kind = anyKind(kinds, random);
    const name = random.pick(NAMES);
    const target = { kind, name, path: `${pathOf(kind, namespace)}/${name}` };
    found.push(...(await step(pair, target, namespace, random)));
  }
  return found;
}

/** Custom resources come more often than each built-in kind. */
function anyKind(kinds: readonly RandomKind[], random: Random): RandomKind {
  const custom = kinds.filter(({ isCustom }) => isCustom);
  return random.pick(random.chance(0.25) ? custom : kinds);
}

async function step(pair: Pair, target: Target, namespace: string, random: Random): Promise<Divergence[]> {
  const { kind, name, path } = target;
  const operation = anyOperation({ kind, namespace, name, random });
  const before = await both(pair, () => get(path));
  const calls = before.map((answer) => operation.call(liveOf(answer))) as [Call, Call];
  const answers = await both(pair, (index) => calls[index]);
  const shown = `${calls[0].method} ${calls[0].path} ${JSON.stringify(calls[0].body ?? '')}`;
  const answered = divergence(`${operation.name} ${nameOf(kind)}`, shown, answers);
  if (operation.isRead) return answered === undefined ? [] : [answered];
  if (operation.name === 'delete all') {
    const lists = await both(pair, () => get(pathOf(kind, namespace)));
    const left = divergence(`after delete all ${nameOf(kind)}`, shown, lists);
    if (left !== undefined || answered !== undefined)
      for (const each of NAMES) await purge(pair, `${pathOf(kind, namespace)}/${each}`);
    return [answered, left].filter((one) => one !== undefined);
  }
  const after = await both(pair, () => get(path));
  const state = divergence(`after ${operation.name} ${nameOf(kind)}`, shown, after);
  if (state !== undefined || answered !== undefined) await purge(pair, path);
  return [answered ?? state].filter((one) => one !== undefined);
}

const nameOf = ({ isCustom, kind }: RandomKind): string => (isCustom ? kind : `built-in ${kind}`);

async function both({ real, own }: Pair, call: (index: 0 | 1) => Call): Promise<[Answer, Answer]> {
  return Promise.all([answerOf(real, call(0)), answerOf(own, call(1))]);
}

/** The answer, or none: a server may close the connection, as kube-apiserver does after a panic. */
async function answerOf(client: ApiClient, call: Call): Promise<Answer> {
  try {
    return await client.call(call);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ECONNRESET') throw error;
    return { code: 0, warnings: [], contentType: '', body: {} };
  }
}

function liveOf({ code, body }: Answer): Live {
  return code === 200 ? (body as Live) : undefined;
}

function divergence(what: string, calls: string, [real, own]: [Answer, Answer]): Divergence | undefined {
  const lines = differences(comparable(real), comparable(own));
  const [first] = lines;
  if (first === undefined) return undefined;
  const place = (first.split('\n')[1] ?? '').trim().replaceAll(/\[\d+\]/g, '[]');
  return { class: `${what} ${real.code}/${own.code} ${place}`, calls, lines };
}

/** Both servers forget the object, so that one difference is not reported again and again. */
async function purge(pair: Pair, path: string): Promise<void> {
  await both(pair, () => merge(path, { metadata: { finalizers: null } }));
  await both(pair, () => remove(path, { gracePeriodSeconds: 0, propagationPolicy: 'Background' }));
  await both(pair, () => merge(path, { metadata: { finalizers: null } }));
}
