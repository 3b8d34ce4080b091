import { describe, expect, test } from 'vitest';
import { admissionContext } from '../../../src/runtime/webhook/admission/admission-context.js';
import { webhook } from '../../../src/runtime/webhook/builder.js';
import type { WebhookHost } from '../../../src/runtime/webhook/registrar.js';
import { GuestbookV1, GuestbookV1Alpha1, GuestbookV1Beta1 } from './guestbook.js';

describe('webhook()', () => {
  test('registers hooks under the generated paths when complete', () => {
    const { host, paths } = recordingHost();
    const builder = webhook(host, GuestbookV1)
      .defaulter({ default: () => undefined })
      .validator({});
    expect(paths).toEqual([]);

    builder.complete();

    expect(paths).toEqual(['/mutate-webapp-my-domain-v1-guestbook', '/validate-webapp-my-domain-v1-guestbook']);
  });

  test('takes paths of the user’s own', () => {
    const { host, paths } = recordingHost();

    webhook(host, GuestbookV1)
      .defaulter({ default: () => undefined }, { path: '/set' })
      .validator({}, { path: '/check' })
      .complete();

    expect(paths).toEqual(['/set', '/check']);
  });

  test('registers conversion under group and kind, for any number of versions', () => {
    const { host, paths } = recordingHost();

    webhook(host, GuestbookV1)
      .conversion(
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
      )
      .complete();

    expect(paths).toEqual(['convert Guestbook.webapp.my.domain']);
  });

  test('refuses to complete with nothing, and a path that cannot be called', () => {
    const { host } = recordingHost();

    expect(() => webhook(host, GuestbookV1).complete()).toThrow('has no defaulter, validator or conversion');
    expect(() => webhook(host, GuestbookV1).validator({}, { path: 'nope' })).toThrow('is not a webhook path');
  });
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
