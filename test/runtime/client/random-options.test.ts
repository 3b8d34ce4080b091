/** Options of any type: a call is refused, or what it sends restricts the request as much as the options say. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secret } from '../../../src/k8s/core/v1/index.js';
import type { Client } from '../../../src/runtime/client/client.js';
import type { TransportRequest } from '../../../src/runtime/client/connection/transport.js';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import { isUnsent } from '../../../src/runtime/object/invalid-call.js';
import { roundsOf } from '../../lanes/thorough.js';
import { fakeTransport } from './fake-api.js';

const place = { kind: Secret, namespace: 'a', name: 'b' } as const;
const object = new Secret({ metadata: { namespace: 'a', name: 'b', resourceVersion: '5' } });

/** Values that code passes by mistake, beside those that are meant. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', 0, 1, true, false, Number.NaN, -1, 'true', 'All', 'a', [], {}),
  fc.anything({ withBigInt: true, withBoxedValues: true, withDate: true, withMap: true, maxDepth: 1 }),
);
const maybe = (value: fc.Arbitrary<unknown>) => fc.oneof(value, odd);
const options = fc.record(
  {
    dryRun: maybe(fc.boolean()),
    force: maybe(fc.boolean()),
    fieldManager: maybe(fc.constant('me')),
    propagation: maybe(fc.constantFrom('Foreground', 'Background', 'Orphan')),
    gracePeriodSeconds: maybe(fc.nat(100)),
    preconditions: maybe(
      fc.record({ uid: maybe(fc.constant('u')), resourceVersion: maybe(fc.constant('5')) }, { requiredKeys: [] }),
    ),
    labels: maybe(fc.dictionary(fc.constantFrom('app', 'tier'), maybe(fc.constant('x')), { maxKeys: 2 })),
    fields: maybe(fc.dictionary(fc.constant('metadata.name'), maybe(fc.constant('x')), { maxKeys: 1 })),
    all: maybe(fc.constant(true)),
    limit: maybe(fc.nat(10)),
    timeoutMs: maybe(fc.nat(10_000)),
  },
  { requiredKeys: [] },
);

const VERBS: Readonly<Record<string, (client: Client, given: never) => Promise<unknown>>> = {
  delete: (client, given) => client.delete(place, given),
  deleteAllOf: (client, given) => client.deleteAllOf(Secret, { namespace: 'a', ...(given as object) } as never),
  create: (client, given) => client.create(object, given),
  update: (client, given) => client.update(object, given),
  patch: (client, given) => client.patch(place, { type: 'merge', body: {} }, given),
  apply: (client, given) => client.apply(object, given),
  list: (client, given) => client.list(Secret, { namespace: 'a', ...(given as object) }),
};

test.each([1, 2, 3, 4])('seed %i: no option is lost on the way', async (seed) => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(VERBS)), options, async (verb, given) => {
      const transport = fakeTransport(() => ({ body: { metadata: {}, items: [] } }));
      const client = createClient({ transport, kinds: [Secret] });
      const error: unknown = await VERBS[verb]?.(client, given as never).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const [request] = transport.requests;
      if (!request) {
        expect(isUnsent(error), String(error)).toBe(true);
        return;
      }
      expect(lost(verb, given, request), `${request.method} ${request.path} ${String(request.body)}`).toEqual([]);
    }),
    { seed, numRuns: roundsOf('KBTS_OPTION_ROUNDS', 10_000, 500) },
  );
});

/** Options that were given, apply to the verb, and are not in the request. */
function lost(verb: string, given: Readonly<Record<string, unknown>>, request: TransportRequest): string[] {
  const query = new URL(request.path, 'http://x').searchParams;
  const isDelete = verb.startsWith('delete');
  const body = (isDelete ? JSON.parse(String(request.body)) : {}) as Record<string, unknown>;
  const isDry = isDelete ? JSON.stringify(body['dryRun']) === '["All"]' : query.get('dryRun') === 'All';
  const selects = (name: string): boolean => (query.get(name) ?? '') !== '';
  const checks: readonly [string, boolean][] = [
    ['dryRun', verb === 'list' || isDry === (given['dryRun'] === true)],
    ['force', isDelete || verb === 'list' || (query.get('force') === 'true') === (given['force'] === true)],
    [
      'preconditions',
      !isDelete || !('preconditions' in given) || isSame(body['preconditions'], given['preconditions']),
    ],
    ['propagation', !isDelete || body['propagationPolicy'] === given['propagation']],
    ['gracePeriodSeconds', !isDelete || body['gracePeriodSeconds'] === given['gracePeriodSeconds']],
    [
      'selector',
      verb !== 'deleteAllOf' || given['all'] === true || selects('labelSelector') || selects('fieldSelector'),
    ],
    ['limit', verb !== 'list' || given['limit'] === undefined || query.get('limit') === String(given['limit'])],
  ];
  return checks.flatMap(([name, isKept]) => (isKept ? [] : [name]));
}

function isSame(sent: unknown, given: unknown): boolean {
  return JSON.stringify(sent) === JSON.stringify(given) && JSON.stringify(sent) !== '{}';
}
