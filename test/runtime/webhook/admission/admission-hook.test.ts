import { describe, expect, test } from 'vitest';
import { admissionContext } from '../../../../src/runtime/webhook/admission/admission-context.js';
import type { AdmissionHandler } from '../../../../src/runtime/webhook/admission/admission.js';
import { admissionHook } from '../../../../src/runtime/webhook/admission/admission-hook.js';
import { allowed } from '../../../../src/runtime/webhook/admission/admission-response.js';
import type { HookReply } from '../../../../src/runtime/webhook/server/hook.js';
import { type LogLine, recordingLogger } from '../../controller/fake-host.js';
import { reviewOf } from '../guestbook.js';

describe('admissionHook', () => {
  test('§9.3.3 answers with the uid of the question', async () => {
    const reply = await call(async () => allowed(), reviewOf({}));

    expect(reply.status).toBe(200);
    expect(parsed(reply)).toEqual({
      kind: 'AdmissionReview',
      apiVersion: 'admission.k8s.io/v1',
      response: { uid: 'b9e8a4f0-7c7e-4a39-8a55-0d7b1c3f5e11', allowed: true, status: { code: 200 } },
    });
  });

  test('§9.5.3 attaches warnings, whatever the verdict', async () => {
    const reply = await call(async (_, context) => {
      context.warn('careful');
      return { allowed: false };
    }, reviewOf({}));

    expect(parsed(reply)).toMatchObject({ response: { allowed: false, warnings: ['careful'] } });
  });

  test('§9.3.2 a malformed review is 400 inside an answer with HTTP status 200', async () => {
    const reply = await call(async () => allowed(), { kind: 'Pod' });

    expect(reply.status).toBe(200);
    expect(parsed(reply)).toMatchObject({ response: { uid: '', allowed: false, status: { code: 400 } } });
  });

  test('§9.3.4 a bug in a handler is 500 inside the answer, and marked so that it is counted', async () => {
    const reply = await call(async () => {
      throw new TypeError('x is undefined');
    }, reviewOf({}));

    expect(reply.panicked).toBe(true);
    expect(parsed(reply)).toMatchObject({
      response: { uid: 'b9e8a4f0-7c7e-4a39-8a55-0d7b1c3f5e11', allowed: false, status: { code: 500 } },
    });
  });

  test('a refused call is answered in the form of a review', () => {
    const reply = admissionHook(async () => allowed()).refuse({ code: 413, message: 'too large' });

    expect(reply.status).toBe(200);
    expect(parsed(reply)).toMatchObject({ response: { allowed: false, status: { code: 413, message: 'too large' } } });
  });

  test('a subresource whose kind nobody serves is told how to serve it', async () => {
    const { signal, log } = admissionContext();
    const review = reviewOf({
      kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      resource: { group: 'apps', version: 'v1', resource: 'deployments' },
      subResource: 'scale',
    });
    const hook = admissionHook(async () => allowed(), { group: 'apps', version: 'v1', kind: 'Deployment' });
    const ask = (target: typeof hook): Promise<HookReply> =>
      target.handle({ body: Buffer.from(JSON.stringify(review)), contentType: 'application/json', signal, log });

    expect(parsed(await ask(hook))).toMatchObject({
      response: {
        allowed: false,
        status: {
          code: 400,
          message:
            'this webhook serves apps/v1 Deployment, but the request is about autoscaling/v1 Scale: the body of deployments/scale is of a kind of its own, so serve autoscaling/v1 Scale on the same path, or check the rules of the webhook configuration',
        },
      },
    });
    const scale = admissionHook(async () => allowed(), { group: 'autoscaling', version: 'v1', kind: 'Scale' });
    expect(parsed(await ask(hook.joined(scale, '/both')))).toMatchObject({ response: { allowed: true } });
  });

  test.each([
    '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1beta1","request":{"uid":"u-1","kind"',
    '{"kind"',
  ])('what was cut off or is not JSON is answered with the uid, if there is one: %s', async (start) => {
    const { signal, log } = admissionContext();
    const hook = admissionHook(async () => allowed());
    const body = Buffer.from(start);
    const uid = start.includes('u-1') ? 'u-1' : '';

    expect(parsed(hook.refuse({ code: 413, message: 'too large' }, body))).toMatchObject({ response: { uid } });
    const reply = await hook.handle({ body, contentType: 'application/json', signal, log });
    expect(parsed(reply)).toMatchObject({ response: { uid, status: { code: 400 } } });
  });
});

test.each([
  [{ allowed: true }, [], { allowed: true }],
  [{ allowed: true }, ['careful'], { allowed: true, warnings: ['careful'] }],
  [{ allowed: false, status: { code: 403, message: 'no' } }, [], { allowed: false, code: 403, denial: 'no' }],
])('the log has what the person who asked has read: %j %j', async (response, warnings, fields) => {
  const lines: LogLine[] = [];
  const handler: AdmissionHandler = async (_, context) => {
    for (const warning of warnings) context.warn(warning);
    return response;
  };
  const body = Buffer.from(JSON.stringify(reviewOf({})));

  const { signal } = admissionContext();
  await admissionHook(handler).handle({
    body,
    contentType: 'application/json',
    signal,
    log: recordingLogger(lines),
  });

  const { webhookKind, operation, ...told } = lines.find(({ message }) => message === 'answered')?.fields ?? {};
  expect([webhookKind, operation]).toEqual(['Guestbook', 'CREATE']);
  const extra = new Set(['webhookGroup', 'namespace', 'name', 'user', 'requestID']);
  expect(Object.fromEntries(Object.entries(told).filter(([name]) => !extra.has(name)))).toEqual(fields);
});

function call(handler: AdmissionHandler, body: object): Promise<HookReply> {
  const { signal, log } = admissionContext();
  return admissionHook(handler).handle({
    body: Buffer.from(JSON.stringify(body)),
    contentType: 'application/json',
    signal,
    log,
  });
}

function parsed(reply: HookReply): unknown {
  return JSON.parse(reply.body ?? '');
}
