import { describe, expect, test } from 'vitest';
import { admissionContext } from '../../../src/runtime/webhook/admission/admission-context.js';
import { webhook } from '../../../src/runtime/webhook/webhook-value.js';
import type { WebhookHost } from '../../../src/runtime/webhook/registrar.js';
import type { AdmissionResponse } from '../../../src/runtime/webhook/admission/admission.js';
import type { Hook } from '../../../src/runtime/webhook/server/hook.js';
import { betaConverter, GuestbookV1, GuestbookV1Alpha1, GuestbookV1Beta1, reviewOf } from './guestbook.js';
import { connectTo, isPart, type Part } from '../../../src/runtime/part.js';

describe('webhook()', () => {
  test('registers hooks under the generated paths when it is added', () => {
    const { host, paths } = recordingHost();
    const hooks = webhook(GuestbookV1)
      .default(() => undefined)
      .validate({});
    expect(paths).toEqual([]);

    connectTo(host, hooks);

    expect(paths).toEqual(['/mutate-webapp-my-domain-v1-guestbook', '/validate-webapp-my-domain-v1-guestbook']);
  });

  test('serves custom paths', () => {
    const { host, paths } = recordingHost();

    connectTo(
      host,
      webhook(GuestbookV1)
        .default(() => undefined, { path: '/set' })
        .validate({}, { path: '/check' }),
    );

    expect(paths).toEqual(['/set', '/check']);
  });

  test('registers conversion under group and kind, for any number of versions', () => {
    const { host, paths } = recordingHost();

    connectTo(
      host,
      webhook(GuestbookV1).convert(
        {
          spoke: GuestbookV1Beta1,
          toHub: ({ spec }) => ({ spec: { replicas: spec.size } }),
          fromHub: ({ spec }) => ({ spec: { size: spec.replicas } }),
        },
        {
          spoke: GuestbookV1Alpha1,
          toHub: ({ spec }) => ({ spec: { replicas: Number(spec.size) } }),
          fromHub: ({ spec }) => ({ spec: { size: String(spec.replicas) } }),
        },
      ),
    );

    expect(paths).toEqual(['convert Guestbook.webapp.my.domain']);
  });

  test('is no part without a hook, and refuses a path that cannot be called', () => {
    // @ts-expect-error without a hook it is not a part of a manager
    const part: Part<WebhookHost> = webhook(GuestbookV1);
    expect(isPart(part)).toBe(false);
    expect(() => webhook(GuestbookV1).validate({}, { path: '/no pe' })).toThrow('is not a webhook path');
  });
});

test('steps return new values, so that one can be extended in two ways', () => {
  const { host, paths } = recordingHost();
  const base = webhook(GuestbookV1).default(() => undefined, { path: '/base' });
  base.validate({}, { path: '/a' });

  connectTo(host, base.validate({}, { path: '/b' }));

  expect(paths).toEqual(['/base', '/b']);
});

test('one value can be added to two managers', () => {
  const [first, second] = [recordingHost(), recordingHost()];
  const value = webhook(GuestbookV1)
    .default(() => undefined)
    .convert(betaConverter);

  connectTo(first.host, value);
  connectTo(second.host, value);

  expect(first.paths).toEqual(['/mutate-webapp-my-domain-v1-guestbook', 'convert Guestbook.webapp.my.domain']);
  expect(second.paths).toEqual(first.paths);
});

test('a function validates creations and updates, which come with the old object, and allows deletions', async () => {
  const seen: unknown[] = [];
  const { host, ask } = answeringHost();
  connectTo(
    host,
    webhook(GuestbookV1).validate(({ spec }, { old, request, warn }) => {
      seen.push([request.operation, request.dryRun, old?.spec.replicas, spec.replicas]);
      if (spec.replicas === 3) warn('three are many');
      return spec.replicas === old?.spec.replicas ? { deny: 'no change' } : undefined;
    }),
  );

  const object = (replicas: number): GuestbookV1 => new GuestbookV1({ metadata: { name: 'a' }, spec: { replicas } });
  const created = await ask({ operation: 'CREATE', object: object(3), dryRun: true });
  const updated = await ask({ operation: 'UPDATE', object: object(2), oldObject: object(1) });
  const denied = await ask({ operation: 'UPDATE', object: object(2), oldObject: object(2) });
  const deleted = await ask({ operation: 'DELETE', oldObject: object(2) });

  expect([created, updated, denied, deleted].map(({ allowed }) => allowed)).toEqual([true, true, false, true]);
  expect(created.warnings).toEqual(['three are many']);
  expect(seen).toEqual([
    ['CREATE', true, undefined, 3],
    ['UPDATE', undefined, 1, 2],
    ['UPDATE', undefined, 2, 2],
  ]);
});

test('wrong arguments are named', () => {
  const draft = webhook(GuestbookV1);

  // @ts-expect-error not a kind
  expect(() => webhook('Guestbook')).toThrow('webhook() needs a kind, such as webhook(Guestbook)');
  // @ts-expect-error nothing to call
  expect(() => draft.default(undefined)).toThrow('webhook(Guestbook).default() needs a function');
  // @ts-expect-error nothing to call
  expect(() => draft.validate('strict')).toThrow('webhook(Guestbook).validate() needs a function');
  // @ts-expect-error nothing to convert
  expect(() => draft.convert()).toThrow('webhook(Guestbook).convert() needs at least one converter');
});

function recordingHost(): { host: WebhookHost; paths: string[] } {
  const paths: string[] = [];
  const host: WebhookHost = {
    log: admissionContext().log,
    webhooks: {
      register: (path: string) => void paths.push(path),
      registerConversion: ({ group, kind }) => void paths.push(`convert ${kind}.${group}`),
    },
  };
  return { host, paths };
}

/** Keeps the hook that is registered, and calls it as the server does. */
function answeringHost(): {
  host: WebhookHost;
  ask: (request: Record<string, unknown>) => Promise<AdmissionResponse>;
} {
  let hook: Hook | undefined;
  const { host } = recordingHost();
  const { log } = host;
  const ask = async (request: Record<string, unknown>): Promise<AdmissionResponse> => {
    const body = Buffer.from(JSON.stringify(reviewOf(request)));
    const signal = new AbortController().signal;
    const reply = await hook?.handle({ body, contentType: 'application/json', signal, log });
    return (JSON.parse(String(reply?.body)) as { response: AdmissionResponse }).response;
  };
  const webhooks = { ...host.webhooks, register: (_path: string, registered: Hook) => void (hook = registered) };
  return { host: { log, webhooks }, ask };
}
