import { describe, expect, test } from 'vitest';
import { admissionContext } from '../../../../src/runtime/webhook/admission/admission-context.js';
import type {
  AdmissionRequest,
  AdmissionResponse,
  Validator,
} from '../../../../src/runtime/webhook/admission/admission.js';
import { validatingHandler } from '../../../../src/runtime/webhook/admission/validating.js';
import { GuestbookV1 } from '../guestbook.js';

const guestbook = (replicas: number, metadata: object = { name: 'team' }): GuestbookV1 =>
  new GuestbookV1({ metadata, spec: { replicas } });

const noShrinking: Validator<GuestbookV1> = {
  create: (object) => (object.spec.replicas === 0 ? { deny: 'empty' } : undefined),
  update: (old, object) => {
    if ((object.spec.replicas ?? 0) < (old.spec.replicas ?? 0)) return { deny: 'shrinks' };
    return undefined;
  },
  delete: async (object) => ({ deny: `keep ${object.metadata.name}` }),
};

describe('validating', () => {
  test.each<[string, Partial<AdmissionRequest>, string | undefined]>([
    ['a create that is fine', { operation: 'CREATE', object: guestbook(1) }, undefined],
    ['a create that is not', { operation: 'CREATE', object: guestbook(0) }, 'empty'],
    ['an update that is fine', { operation: 'UPDATE', oldObject: guestbook(1), object: guestbook(2) }, undefined],
    ['an update that is not', { operation: 'UPDATE', oldObject: guestbook(2), object: guestbook(1) }, 'shrinks'],
    ['a delete, which gets the old object', { operation: 'DELETE', oldObject: guestbook(1) }, 'keep team'],
    ['a connect, which is nobody’s business', { operation: 'CONNECT', object: {} }, undefined],
  ])('%s', async (_, request, message) => {
    const response = await answer([noShrinking], request);

    expect(response.allowed).toBe(message === undefined);
    expect(response.status?.message).toBe(message);
  });

  test('an operation without a method is allowed', async () => {
    expect((await answer([{}], { operation: 'CREATE', object: guestbook(0) })).allowed).toBe(true);
  });

  test.each([42, true, null, {}, { deny: { why: 'x' } }, { allowed: false }])(
    'a verdict that is not one is a bug, not a denial without a reason: %j',
    async (verdict) => {
      // What a validator in JavaScript may return.
      const odd = { create: () => verdict } as unknown as Validator<GuestbookV1>;

      await expect(answer([odd], { operation: 'CREATE', object: guestbook(1) })).rejects.toThrow(
        "a validator returns nothing, or { deny: 'why' }, but not",
      );
    },
  );

  test('§9.6.2 the first denial is the answer', async () => {
    const second: Validator<GuestbookV1> = { create: () => ({ deny: 'second' }) };

    const response = await answer([noShrinking, second, noShrinking], { operation: 'CREATE', object: guestbook(0) });

    expect(response.status?.message).toBe('empty');
  });

  test('a request without its object is 400', async () => {
    expect((await answer([noShrinking], { operation: 'UPDATE', object: guestbook(1) })).status?.code).toBe(400);
  });

  test('§9.5.4 with skipDeleting, an object that is being deleted can always be updated', async () => {
    const metadata = { name: 'team', deletionTimestamp: '2026-11-16T09:00:00Z' };
    const request = { operation: 'UPDATE', oldObject: guestbook(2), object: guestbook(1, metadata) } as const;

    expect((await answer([noShrinking], request, true)).allowed).toBe(true);
    expect((await answer([noShrinking], request, false)).allowed).toBe(false);
  });
});

function answer(
  validators: Validator<GuestbookV1>[],
  request: Partial<AdmissionRequest>,
  skipsDeleting = false,
): Promise<AdmissionResponse> {
  const context = admissionContext({ request });
  const entries = validators.map((validator) => ({ validator, skipsDeleting }));
  return validatingHandler(GuestbookV1, entries)(context.request, context);
}
