import { expect, test } from 'vitest';
import { Secret } from '../../../src/k8s/core/v1/index.js';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import { fakeTransport } from './fake-api.js';

test('pages of a server that ignores its tokens end with an error, not never', async () => {
  const transport = fakeTransport(() => {
    if (transport.requests.length > 100) throw new Error('listed without an end');
    return { body: { kind: 'SecretList', apiVersion: 'v1', metadata: { continue: 'again' }, items: [] } };
  });
  const read = async () => {
    for await (const page of createClient({ transport }).pages(Secret)) expect(page.items).toEqual([]);
  };

  await expect(read()).rejects.toThrow('Secret: the server answered with the same page again');
  expect(transport.requests).toHaveLength(2);
});
