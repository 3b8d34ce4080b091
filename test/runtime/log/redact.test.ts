import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactFields, redactText } from '../../../src/runtime/log/redact.js';

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJl';
const key = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----\n';

describe('redactFields', () => {
  test('§10.3.3 whole objects become what identifies them, so that no Secret is ever written', () => {
    const metadata = { namespace: 'default', name: 's', annotations: { last: 'hunter2' } };
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata, data: { password: 'aHVudGVyMg==' } };

    expect(redactFields({ object: secret, list: [secret] })).toEqual({
      object: { apiVersion: 'v1', kind: 'Secret', namespace: 'default', name: 's' },
      list: [{ apiVersion: 'v1', kind: 'Secret', namespace: 'default', name: 's' }],
    });
  });

  test.each([
    'token',
    'password',
    'Authorization',
    'clientSecretToken',
    'privateKey',
    'api-key',
    'tls.key',
    'ca.key',
    'dbPassword',
    'clientSecret',
    'passphrase',
    'PGPASSWORD',
    'MYSQL_ROOT_PASSWORD',
    'user_pwd',
    'sessionTokens',
    'aws_secret_access_key',
    'client-key-data',
    'client_secret',
    'set-cookie',
    'DATABASE_DSN',
    'password2',
    'storageAccountKey',
    'connectionString',
    'passwordHash',
    'ssh.private-key',
  ])('a field called %s is hidden', (name) => {
    expect(redactFields({ nested: { [name]: 'hunter2' } })).toEqual({ nested: { [name]: '[redacted]' } });
  });

  test.each(['secretName', 'secretRef', 'tokenReview', 'key', 'keys', 'passed', 'bypass', 'cookieName', 'author'])(
    'a field called %s is shown',
    (name) => {
      expect(redactFields({ [name]: 'a' })).toEqual({ [name]: 'a' });
    },
  );

  test('Secrets without a kind, and parts of Secrets, are not written either', () => {
    const secrets = {
      item: { metadata: { name: 's' }, data: { a: 'aHVudGVyMg==' }, type: 'Opaque' },
      part: { type: 'kubernetes.io/tls', data: { a: 'aHVudGVyMg==' } },
      input: { stringData: { a: 'hunter2' } },
      bare: { kind: 'Secret', data: { a: 'aHVudGVyMg==' } },
    };

    const text = JSON.stringify(redactFields(secrets));

    expect(text).not.toMatch(/hunter2|aHVudGVyMg/);
    expect(text).toContain('"name":"s"');
  });

  test('ordinary fields stay as they are', () => {
    const fields = { name: 'a', count: 3, ok: true, missing: undefined, none: null, key: 'default/a', list: [1, 'x'] };

    expect(redactFields(fields)).toEqual(fields);
  });

  test('an error keeps its name, code and stack, without secrets in any of its texts', () => {
    const error = Object.assign(new Error(`refused Bearer ${jwt}`, { cause: new Error(`inner ${jwt}`) }), {
      code: 401,
    });
    error.name = 'ApiError';

    const { error: shown } = redactFields({ error }) as { error: Error & { code: number } };

    expect(shown).toMatchObject({ name: 'ApiError', code: 401, message: 'refused Bearer [redacted]' });
    expect(shown.stack).toContain('redact.test');
    expect(shown.stack).not.toContain('eyJ');
    expect((shown.cause as Error).message).toBe('inner [redacted]');
  });

  test('circles, depth and size are bounded', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const deep = Array.from({ length: 50 }).reduce<object>((inner) => ({ inner }), {});

    const shown = redactFields({ circle, deep, bytes: Buffer.alloc(9), many: Array.from({ length: 1_000 }, () => 1) });

    expect(shown['circle']).toEqual({ self: '[circular]' });
    expect(JSON.stringify(shown['deep'])).toContain('[deep]');
    expect(shown['bytes']).toBe('[9 bytes]');
    expect(shown['many']).toHaveLength(100);
  });
});

test.each([
  [`Authorization: Bearer ${jwt}`, 'Authorization: Bearer [redacted]'],
  [`token is ${jwt}!`, 'token is [redacted]!'],
  [`key: ${key}end`, 'key: [redacted]\nend'],
  ['cut off -----BEGIN EC PRIVATE KEY-----\nMIGH', 'cut off [redacted]'],
  ['proxy https://jane:hunter2@proxy:3128/', 'proxy https://jane:[redacted]@proxy:3128/'],
  ['nothing to hide: 1/2, a@b.c', 'nothing to hide: 1/2, a@b.c'],
  ['invalid token: unexpected end', 'invalid token: unexpected end'],
  ['the secret: not found', 'the secret: not found'],
  ['dbPassword=hunter2 host=a', 'dbPassword=[redacted] host=a'],
  ['{"dbPassword":"hunter2","a":1}', '{"dbPassword":[redacted],"a":1}'],
  ['"{\\"clientSecret\\":\\"hunter2\\"}"', '"{\\"clientSecret\\":[redacted]}"'],
  ['passphrase: hunter2\nuser: a', 'passphrase: [redacted]\nuser: a'],
  ['?access_token=hunter2&a=b', '?access_token=[redacted]&a=b'],
  ['"token":"hunter2', '"token":[redacted]'],
  ['{"kind":"Secret","data":{"a":"aHVudGVyMg=="},"b":1}', '{"kind":"Secret","data":"[redacted]","b":1}'],
  ['kind: Secret\ndata:\n  a: aHVudGVyMg==\n  b: c\nx: y', 'kind: Secret\ndata: [redacted]\nx: y'],
])('%s', (text, expected) => {
  expect(redactText(text)).toBe(expected);
});

test('a token is never shown, wherever it stands in whatever fields', () => {
  const leaf = fc.constantFrom<unknown>(jwt, `x Bearer ${jwt}`, 1, null, 'plain');
  const value = fc.object({ values: [leaf], maxDepth: 4 });
  fc.assert(
    fc.property(value, (fields) => {
      expect(JSON.stringify(redactFields(fields))).not.toContain('eyJ');
    }),
  );
});

test.each([
  ['an error whose message is no text', Object.assign(new Error(), { message: { code: 1 } })],
  ['an error without a message', Object.assign(new Error(), { message: undefined })],
  ['an error whose stack is no text', Object.assign(new Error('why'), { stack: 7 })],
  ['a field that cannot be read', Object.defineProperty({ y: 1 }, 'x', { enumerable: true, get: () => fail() })],
  ['an error that cannot be read', Object.defineProperty(new Error('why'), 'cause', { get: () => fail() })],
  ['a revoked proxy', revoked()],
])('%s is written as far as it can be, and does not fail the caller', (_what, value) => {
  expect(JSON.stringify(redactFields({ before: 1, value, after: 2 }))).toMatch(/"before":1.*"after":2/);
});

function fail(): never {
  throw new Error('not to be read');
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe('one line', () => {
  const size = (fields: object): number => JSON.stringify(redactFields({ ...fields })).length;

  test('has 32 Ki characters of texts, and the lengths of all others', () => {
    const shown = redactFields({ lines: Array.from({ length: 10 }, () => 'a'.repeat(8_000)) });
    const lengths = (shown['lines'] as string[]).map((line) => line.length);

    expect(lengths.slice(0, 4)).toEqual([8_000, 8_000, 8_000, 8_000]);
    expect(shown['lines']).toMatchObject({ 4: `${'a'.repeat(768)}… (8000 characters)`, 5: '… (8000 characters)' });
  });

  test('does not show half of a secret where a text is cut', () => {
    const fields = { first: 'a'.repeat(8_192), b: 'a'.repeat(8_192), c: 'a'.repeat(8_192), d: 'a'.repeat(8_178) };

    expect(redactFields({ ...fields, e: `Bearer ${jwt}` })['e']).toBe(`Bearer [redact… (${jwt.length + 7} characters)`);
  });

  test.each([
    ['a million values', { many: nested(3, 100) }],
    ['values that share what they contain', { many: nested(6, 100) }],
    ['long names', { ['k'.repeat(1e6)]: { ['k'.repeat(1e6)]: 1 } }],
    ['many names', Object.fromEntries(Array.from({ length: 1e5 }, (_, index) => [`k${index}`, index]))],
    ['an object whose name is none', { object: { metadata: { name: 'a'.repeat(1e6) } } }],
    ['an object whose name is a structure', { object: { metadata: { name: nested(5, 100) } } }],
    ['an error with long texts', { error: Object.assign(new Error('a'.repeat(1e6)), { code: 'c'.repeat(1e6) }) }],
    ['an error whose name is a text', { error: Object.assign(new Error('a'), { name: 'n'.repeat(1e6) }) }],
    ['a chain of errors', { error: chain(1_000) }],
  ])('is bounded for %s', (_what, fields) => {
    expect(size(fields)).toBeLessThan(100_000);
  });

  test('what identifies an object is redacted like everything else', () => {
    const object = { kind: `Bearer ${jwt}`, metadata: { name: { token: 'hunter2' }, namespace: `password=hunter2` } };

    expect(JSON.stringify(redactFields({ object }))).not.toMatch(/hunter2|eyJ/);
  });

  test('a value does not choose what is written for it', () => {
    expect(JSON.stringify(redactFields({ value: { toJSON: () => 'hunter2', a: 1 } }))).toBe('{"value":{"a":1}}');
  });
});

/** Lists in lists, each of which is the same one many times. */
function nested(depth: number, width: number): unknown {
  return depth === 0 ? 'text' : Array.from<unknown>({ length: width }).fill(nested(depth - 1, width));
}

function chain(length: number): Error {
  return length === 0 ? new Error('first') : new Error('a'.repeat(100), { cause: chain(length - 1) });
}
