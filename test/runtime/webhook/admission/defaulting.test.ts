import { describe, expect, test } from 'vitest';
import { admissionContext } from '../../../../src/runtime/webhook/admission/admission-context.js';
import type {
  AdmissionOperation,
  AdmissionResponse,
  Defaulter,
} from '../../../../src/runtime/webhook/admission/admission.js';
import { parseExact } from '../../../../src/kubernetes/json/parse-exact.js';
import { defaultingHandler } from '../../../../src/runtime/webhook/admission/defaulting.js';
import { GuestbookV1 } from '../guestbook.js';

const setReplicas: Defaulter<GuestbookV1> = {
  default(draft) {
    draft.spec.replicas ??= 1;
  },
};

describe('defaulting', () => {
  test('§9.4.1 answers with the change only', async () => {
    const response = await answer([setReplicas], { spec: {} });

    expect(patchOf(response)).toEqual([{ op: 'add', path: '/spec/replicas', value: 1 }]);
  });

  test('§9.4.1 keeps fields that the type does not know', async () => {
    const response = await answer([setReplicas], { spec: { future: { a: [1, 2] } }, other: null });

    expect(patchOf(response)).toEqual([{ op: 'add', path: '/spec/replicas', value: 1 }]);
  });

  test('§9.4.2 nothing changed is an answer without a patch', async () => {
    const response = await answer([setReplicas], { spec: { replicas: 3 } });

    expect(response).toEqual({ allowed: true, status: { code: 200 } });
  });

  test('a field set to undefined is removed', async () => {
    const drop: Defaulter<GuestbookV1> = { default: (draft) => void (draft.spec.tier = undefined) };

    const response = await answer([drop], { spec: { tier: 'free' } });

    expect(patchOf(response)).toEqual([{ op: 'remove', path: '/spec/tier' }]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, new Map(), new Date(0), () => 1])(
    'a value that JSON cannot express is an error with its path: %s',
    async (value) => {
      const wrong: Defaulter<GuestbookV1> = { default: (draft) => void Reflect.set(draft.spec, 'replicas', value) };

      const response = await answer([wrong], { spec: {} });

      expect(response.allowed).toBe(false);
      expect(response.status).toMatchObject({ code: 500, message: expect.stringContaining('spec.replicas') });
    },
  );

  test('§9.6.1 defaulters run in order, each on what the one before left', async () => {
    const double: Defaulter<GuestbookV1> = {
      default: async (draft) => void (draft.spec.replicas = (draft.spec.replicas ?? 0) * 2),
    };

    const response = await answer([setReplicas, double], { spec: {} });

    expect(patchOf(response)).toEqual([{ op: 'add', path: '/spec/replicas', value: 2 }]);
  });

  test('a whole number beyond 2^53 that nobody touches is not part of the patch', async () => {
    const raw = JSON.parse('{"spec":{"big":9007199254740993}}') as object;

    expect(patchOf(await answer([setReplicas], raw))).toEqual([{ op: 'add', path: '/spec/replicas', value: 1 }]);
  });

  test('§18.3.2 a whole number beyond 2^53 that a change moves keeps its digits', async () => {
    const prepend: Defaulter<GuestbookV1> = {
      default: (draft) => void (Reflect.get(draft.spec, 'limits') as object[]).unshift({ bytes: 1 }),
    };
    const raw = parseExact('{"spec":{"limits":[{"bytes":9007199254740993},{"bytes":9007199254740995}]}}') as object;

    const { patch = '' } = await answer([prepend], raw);

    const text = Buffer.from(patch, 'base64').toString();
    expect(text).toContain('9007199254740993');
    expect(text).toContain('9007199254740995');
  });

  test('an object of another kind is 400', async () => {
    const response = await answer([setReplicas], { kind: 'Pod', apiVersion: 'v1' });

    expect(response.status).toMatchObject({ code: 400 });
  });

  test('§9.4.3 an error of a defaulter denies the request', async () => {
    const refuse: Defaulter<GuestbookV1> = { default: () => Promise.reject(new Error('not today')) };

    expect(await answer([refuse], {})).toMatchObject({ allowed: false, status: { code: 403, message: 'not today' } });
  });

  test.each(['DELETE', 'CONNECT'] as const)('§9.4.2 %s is allowed without a call', async (operation) => {
    const fail: Defaulter<GuestbookV1> = { default: () => expect.unreachable() };

    expect(await answer([fail], {}, operation)).toEqual({ allowed: true, status: { code: 200 } });
  });
});

function answer(
  defaulters: Defaulter<GuestbookV1>[],
  fields: object,
  operation: AdmissionOperation = 'CREATE',
): Promise<AdmissionResponse> {
  const object = { apiVersion: 'webapp.my.domain/v1', kind: 'Guestbook', metadata: { name: 'team' }, ...fields };
  const context = admissionContext({ request: { operation, object } });
  return defaultingHandler(GuestbookV1, defaulters)(context.request, context);
}

function patchOf(response: AdmissionResponse): unknown {
  return JSON.parse(Buffer.from(response.patch ?? '', 'base64').toString());
}
