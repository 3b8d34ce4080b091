/**
 * An API server learns of CRDs, schemas, roles and webhooks by watches, each in its own time, and a busy machine takes longer.
 * Tests ask it until it knows, here and nowhere else, so that there is one place that decides how long.
 */
import { expect } from 'vitest';
import type { Client } from '../src/runtime/client/client.js';
import type { Kind } from '../src/runtime/object/kind.js';
import type { KubeObject } from '../src/runtime/object/meta.js';
import { publishedSchemas } from '../src/runtime/webhook/recall/published-schemas.js';
import { eventually } from '../src/testing/eventually.js';
import type { Bound } from '../src/testing/rights/operator-account.js';
import { reviewOf, untilAllowed } from '../src/testing/rights/until-allowed.js';

/** Passing is quick; only a failure takes this long. */
const patience = { timeoutMs: 60_000 } as const;

/** Repeats a call until the server, with everything that it must know for it, accepts it. */
export function untilAccepted<T>(call: () => Promise<T>): Promise<T> {
  return eventually(call, patience);
}

/** Repeats a question until its answer passes. */
export async function untilAnswer<T>(ask: () => Promise<T>, passes: (answer: T) => void): Promise<T> {
  return eventually(async () => {
    const answer = await ask();
    passes(answer);
    return answer;
  }, patience);
}

/** CRDs: the kind can be listed. */
export async function untilServed<T extends KubeObject>(client: Client, kind: Kind<T>): Promise<void> {
  await untilAccepted(() => client.list(kind, { limit: 1 }));
}

/** Schemas are published a moment after a kind is served. */
export async function untilPublished(client: Client, ...kinds: readonly Pick<Kind, 'gvk'>[]): Promise<void> {
  const published = publishedSchemas(client.mapper);
  for (const { gvk } of kinds)
    await untilAnswer(
      () => published(gvk),
      (schema) => expect(schema, `schema of ${gvk.kind} ${gvk.version}`).toBeDefined(),
    );
}

/** Roles: the account may do what the roles among `objects` allow. */
export function untilRightsKnown(client: Client, user: string, objects: readonly Bound[]): Promise<void> {
  return untilAllowed(user, objects, reviewOf(client, { name: user }), patience);
}
