import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import {
  describeRun,
  ownRedirection,
  redirectAnnotation,
  redirectionOf,
  runAddress,
  stateOfRun,
} from '../../../../src/commands/cluster/redirection/redirection.js';

const marked = (text: string) => ({ metadata: { name: 'x', annotations: { [redirectAnnotation]: text } } });

test('a mark is read again, and what is not one is ignored', () => {
  const own = ownRedirection('shop', [{ name: 'v.kb.io' }]);
  expect(redirectionOf(marked(JSON.stringify(own)))).toEqual(own);
  for (const text of ['', '[]', 'null', '{', '{"pid":1}', JSON.stringify({ ...own, pid: '1' })])
    expect(redirectionOf(marked(text))).toBeUndefined();
  expect(redirectionOf(undefined)).toBeUndefined();
  expect(describeRun(own, '')).toContain(`process ${process.pid}`);
});

test('on this machine the process decides, and its start: another one may have its number by now', async () => {
  const probe = () => Promise.reject(new Error('not asked'));
  const own = ownRedirection('shop', null);
  expect(await stateOfRun(own, 'https://127.0.0.1:1', probe)).toBe('running');
  expect(await stateOfRun({ ...own, started: 'earlier' }, 'https://127.0.0.1:1', probe)).toBe('ended');
});

test('of another machine the port decides', async () => {
  const other = { ...ownRedirection('shop', null), host: 'laptop-of-ada.example' };
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/validate`;
  expect(await stateOfRun(other, address)).toBe('running');
  await new Promise((resolve) => void server.close(resolve));
  expect(await stateOfRun(other, address)).toBe('ended');
  expect(await stateOfRun(undefined, 'https://host.invalid:1/')).toBe('unreachable');
});

test('only addresses with a certificate of "kbts run" count', () => {
  const clientConfig = { url: 'https://hooks.example.com', caBundle: Buffer.from('x').toString('base64') };
  const object = { apiVersion: 'a/v1', kind: 'ValidatingWebhookConfiguration', metadata: { name: 'x' } };
  expect(runAddress({ ...object, webhooks: [{ clientConfig }] } as never)).toBeUndefined();
});
