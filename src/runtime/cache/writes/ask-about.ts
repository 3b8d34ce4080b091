/** Asks the server about one object whose state the cache cannot tell. */
import type { Reader } from '../../client/client.js';
import { outsideWork, type Writer } from '../../current-work.js';
import type { Kind } from '../../object/kind.js';
import type { KubeObject, ObjectKey } from '../../object/meta.js';
import type { DeepReadonly, Stored } from '../../object/readonly.js';
import type { Partition } from '../informers/partition.js';
import { deepFreeze } from '../store/freeze.js';
import { keyOf } from '../store/object-key.js';
import type { Doubt } from './uncertain-writes.js';

/** A doubt, and the part of the cache that has it. */
export interface PartitionDoubt {
  readonly partition: Partition;
  readonly doubt: Doubt;
}

/** How long a question may take: readers that share it have limits of their own. */
const QUESTION_MS = 10_000;

/**
 * The object as the server has it, frozen as all cached objects are. Readers that come while the question is being asked
 * share it. What the answer shows holds for later reads of the cache, and settles the doubts.
 */
export function askAbout<T extends KubeObject>(
  live: Reader,
  kind: Kind<T>,
  key: ObjectKey,
  doubts: readonly PartitionDoubt[],
): Promise<Stored<T> | undefined> {
  const [asked] = doubts.map(({ doubt }) => doubt.question);
  // A question that began before one of the doubts does not settle it, and another kind is another view of the object.
  if (asked?.about === kind && doubts.every(({ doubt }) => doubt.question === asked))
    return asked.answer as Promise<Stored<T> | undefined>;
  const answer = outsideWork(() => ask(live, kind, key, doubts));
  const question = { about: kind, answer };
  for (const { doubt } of doubts) doubt.question = question;
  answer.catch(() => {
    // The next read asks again.
    for (const { doubt } of doubts) if (doubt.question === question) doubt.question = undefined;
  });
  return answer;
}

async function ask<T extends KubeObject>(
  live: Reader,
  kind: Kind<T>,
  key: ObjectKey,
  doubts: readonly PartitionDoubt[],
): Promise<Stored<T> | undefined> {
  const text = keyOf(key);
  // Looked up before asking: what appears later may be newer than the answer.
  const known = doubts.map(({ partition }) => partition.store.peek(text)?.metadata.uid);
  const found = await live.find(kind, key, { timeoutMs: QUESTION_MS });
  doubts.forEach(({ partition, doubt }, index) => {
    const uid = known[index];
    if (found) noteSeen(partition, found, doubt.writer);
    else if (uid !== undefined) partition.ownWrites.gone(text, uid);
    partition.ownWrites.uncertain.settle(doubt);
  });
  return found && deepFreeze(found);
}

/** What was read live must not be followed by something older from the cache. */
function noteSeen(partition: Partition, object: DeepReadonly<KubeObject>, writer: Writer | undefined): void {
  const { metadata } = object;
  const key = keyOf(metadata);
  const isMeant = partition.keeps(metadata) && (!metadata.namespace || partition.covers(metadata.namespace));
  const isHeld = partition.selects(metadata) || partition.store.peek(key) !== undefined;
  if (isMeant && isHeld && metadata.resourceVersion) partition.ownWrites.seen(key, metadata.resourceVersion, writer);
}
