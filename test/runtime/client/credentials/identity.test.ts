import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIdentitySource } from '../../../../src/runtime/client/credentials/identity.js';
import { testCa } from '../fake-api.js';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'kbts-identity-'));
});
afterEach(() => rm(dir, { recursive: true }));

const put = (name: string, text: string): Promise<void> => writeFile(path.join(dir, name), text);

test('a client certificate is not used before its key has been replaced too', async () => {
  const [old, next] = [testCa().server, testCa().server];
  await put('crt', old.cert);
  await put('key', old.key);
  const source = createIdentitySource({
    server: 'https://s',
    certFile: path.join(dir, 'crt'),
    keyFile: path.join(dir, 'key'),
  });
  const pair = async () => {
    const { cert, key } = (await source.current()).tls;
    return { cert, key };
  };
  expect(await pair()).toEqual({ cert: old.cert, key: old.key });

  await put('crt', next.cert);
  source.invalidate();
  expect(await pair()).toEqual({ cert: old.cert, key: old.key });
  await put('key', next.key);

  expect(await pair()).toEqual({ cert: next.cert, key: next.key });
});

test('a pair that never matched is used as it is, so that its error is seen', async () => {
  const [one, other] = [testCa().server, testCa().server];
  await put('crt', one.cert);
  await put('key', other.key);

  const { tls } = await createIdentitySource({
    server: 'https://s',
    certFile: path.join(dir, 'crt'),
    keyFile: path.join(dir, 'key'),
  }).current();

  expect(tls).toMatchObject({ cert: one.cert, key: other.key });
});

test('a config without files and credentials is the same identity every time', () => {
  const source = createIdentitySource({ server: 'https://s', token: 't' });

  expect(source.current()).toBe(source.current());
  expect(source.invalidate()).toBe(false);
});

test.each(['caFile', 'certFile', 'keyFile', 'tokenFile'])(
  'an empty %s is an error, not a request without a token or with other authorities',
  async (field) => {
    await put('empty', '');
    const source = createIdentitySource({ server: 'https://s', token: 't', [field]: path.join(dir, 'empty') });

    await expect((async () => source.current())()).rejects.toThrow('it is empty');
  },
);

test.each([{ user: '' }, { user: ' ' }, { user: undefined }, { groups: ['viewers'] }, {}, null])(
  'impersonation of nobody (%j) is refused, not ignored',
  (impersonate) => {
    expect(() => createIdentitySource({ server: 'https://s', token: 't', impersonate: impersonate as never })).toThrow(
      'impersonate needs a user',
    );
  },
);
