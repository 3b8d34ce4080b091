import { describe, expect, test } from 'vitest';
import { admissionContext } from '../../../src/runtime/webhook/admission/admission-context.js';
import { webhook } from '../../../src/runtime/webhook/builder.js';
import type { WebhookHost } from '../../../src/runtime/webhook/registrar.js';
import { GuestbookV1, GuestbookV1Alpha1, GuestbookV1Beta1 } from './guestbook.js';
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

  test('takes paths of the user’s own', () => {
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
    expect(() => webhook(GuestbookV1).validate({}, { path: 'nope' })).toThrow('is not a webhook path');
  });
});

test('steps return new values, so that one can be extended in two ways', () => {
  const { host, paths } = recordingHost();
  const base = webhook(GuestbookV1).default(() => undefined, { path: '/base' });
  base.validate({}, { path: '/a' });

  connectTo(host, base.validate({}, { path: '/b' }));

  expect(paths).toEqual(['/base', '/b']);
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
