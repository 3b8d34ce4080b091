import { describe, expect, test } from 'vitest';
import { admissionContext } from '../../../../src/runtime/webhook/admission/admission-context.js';
import { ConversionHook } from '../../../../src/runtime/webhook/conversion/conversion-hook.js';
import { hubConversion, type Converter } from '../../../../src/runtime/webhook/conversion/converter.js';
import { lossless } from '../../../../src/runtime/webhook/conversion/lossless.js';
import type { HookReply } from '../../../../src/runtime/webhook/server/hook.js';
import { GuestbookV1, GuestbookV1Beta1 } from '../guestbook.js';

const beta: Converter<GuestbookV1, GuestbookV1Beta1> = {
  spoke: GuestbookV1Beta1,
  toHub: ({ spec }) => ({ spec: { replicas: spec.size } }),
  fromHub: ({ spec }) => ({ spec: { size: spec.replicas } }),
};

describe('ConversionHook', () => {
  test.each(['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'])(
    '§9.7.1 answers %s in kind',
    async (apiVersion) => {
      const objects = [1, 2].map((n) => new GuestbookV1({ metadata: { name: `g${n}` }, spec: { replicas: n } }));

      const reply = await call(reviewOf(objects, 'webapp.my.domain/v1beta1', apiVersion));

      expect(reply.status).toBe(200);
      expect(parsed(reply)).toEqual({
        kind: 'ConversionReview',
        apiVersion,
        response: {
          uid: 'u1',
          result: { status: 'Success' },
          convertedObjects: [
            { apiVersion: 'webapp.my.domain/v1beta1', kind: 'Guestbook', metadata: { name: 'g1' }, spec: { size: 1 } },
            { apiVersion: 'webapp.my.domain/v1beta1', kind: 'Guestbook', metadata: { name: 'g2' }, spec: { size: 2 } },
          ],
        },
      });
    },
  );

  test.each([
    ['as it is', beta],
    ['without loss', lossless(beta)],
  ])('§18.3.2 whole numbers beyond 2^53 come back digit by digit (%s)', async (_how, converter) => {
    const hook = new ConversionHook();
    const keeping: Converter<GuestbookV1, GuestbookV1Beta1> = {
      spoke: converter.spoke,
      toHub: (object) => ({ ...converter.toHub(object), limits: Reflect.get(object, 'limits') as object }),
      fromHub: (object) => ({ ...converter.fromHub(object), limits: Reflect.get(object, 'limits') as object }),
    };
    hook.add(GuestbookV1.gvk, hubConversion(GuestbookV1, [keeping]));
    const object = new GuestbookV1({ metadata: { name: 'a' }, spec: { owner: { name: 'jane', team: 'red' } } });
    const review = JSON.stringify(reviewOf([{ ...object, limits: { bytes: [0] } }], 'webapp.my.domain/v1beta1'));

    const { body = '' } = await send(
      hook,
      review.replace('"bytes":[0]', '"bytes":[9007199254740993,-9223372036854775807]'),
    );

    expect(body).toContain('"bytes":[9007199254740993,-9223372036854775807]');
  });

  test('§9.7.2 keeps the order of thousands of objects', async () => {
    const objects = Array.from(
      { length: 5_000 },
      (_, n) => new GuestbookV1({ metadata: { name: `g${n}` }, spec: { replicas: n } }),
    );

    const { response } = parsed(await call(reviewOf(objects, 'webapp.my.domain/v1beta1'))) as {
      response: { convertedObjects: { spec: { size: number } }[] };
    };

    expect(response.convertedObjects.map(({ spec }) => spec.size)).toEqual(objects.map((_, n) => n));
  });

  test.each([
    [{ apiVersion: 'v1', kind: 'Pod', metadata: {} }, 'the groups differ'],
    [{ apiVersion: 'webapp.my.domain/v1', kind: 'Other', metadata: {} }, 'no conversion of Other'],
    [{ apiVersion: 'webapp.my.domain/v1', kind: 'Guestbook' }, 'has no apiVersion, kind or metadata'],
    ['text', 'has no apiVersion, kind or metadata'],
  ])('§9.7.2 one object that cannot be converted fails the whole call: %j', async (object, message) => {
    const good = new GuestbookV1({ metadata: { name: 'a' }, spec: {} });

    const reply = await call(reviewOf([good, object], 'webapp.my.domain/v1beta1'));

    expect(parsed(reply)).toMatchObject({
      response: {
        uid: 'u1',
        convertedObjects: [],
        result: { status: 'Failure', message: expect.stringContaining(message) },
      },
    });
  });

  test.each(['', '{', '[]', '{"kind":"ConversionReview"}', JSON.stringify(reviewOf([], 'a/v1', 'x/v1'))])(
    'HTTP 400 for %s',
    async (body) => {
      expect(await call(body)).toEqual({ status: 400 });
    },
  );

  test('a kind can be registered once', () => {
    const hook = new ConversionHook();
    hook.add(GuestbookV1.gvk, hubConversion(GuestbookV1, [beta]));

    expect(() => hook.add(GuestbookV1.gvk, hubConversion(GuestbookV1, [beta]))).toThrow('already has a conversion');
  });

  test('§9.7.4 a converter with a bug fails the call and is counted', async () => {
    const reply = await call(
      reviewOf([{ ...new GuestbookV1({ metadata: {}, spec: {} }), spec: null }], 'webapp.my.domain/v1beta1'),
    );

    expect(reply.panicked).toBe(true);
    expect(parsed(reply)).toMatchObject({ response: { result: { status: 'Failure' } } });
  });
});

function reviewOf(objects: unknown[], desiredAPIVersion: string, apiVersion = 'apiextensions.k8s.io/v1'): object {
  return { apiVersion, kind: 'ConversionReview', request: { uid: 'u1', desiredAPIVersion, objects } };
}

function call(body: object | string): Promise<HookReply> {
  const hook = new ConversionHook();
  hook.add(GuestbookV1.gvk, hubConversion(GuestbookV1, [beta]));
  return send(hook, body);
}

function send(hook: ConversionHook, body: object | string): Promise<HookReply> {
  const { signal, log } = admissionContext();
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return hook.handle({ body: bytes, contentType: 'application/json', signal, log });
}

function parsed(reply: HookReply): unknown {
  return JSON.parse(reply.body ?? '');
}
