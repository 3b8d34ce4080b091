import { expect, test } from 'vitest';
import type { Client } from '../../../src/runtime/client/client.js';
import { reviewAccess, reviewToken } from '../../../src/runtime/metrics/guard-reviews.js';

test.each([
  [
    { authenticated: true, user: { username: 'jane', groups: ['g'] } },
    { username: 'jane', groups: ['g'] },
  ],
  [{ authenticated: false, user: { username: 'jane' } }, undefined],
  [{ authenticated: true, user: { username: '' } }, undefined],
  [{ error: 'bad' }, undefined],
  [undefined, undefined],
])('a token review that says %j', async (status, expected) => {
  expect(await reviewToken(answering(status).client, 't')).toEqual(expected);
});

test.each([
  [{ allowed: true }, true],
  [{ allowed: false }, false],
  [{ allowed: true, denied: true }, false],
  [undefined, false],
])('an access review that says %j', async (status, expected) => {
  const { client, sent } = answering(status);
  const user = { username: 'jane', uid: '1', groups: ['g'], extra: { e: ['x'] } };

  expect(await reviewAccess(client, user, { path: '/metrics', verb: 'get' })).toBe(expected);
  expect(sent).toMatchObject([
    {
      spec: {
        user: 'jane',
        uid: '1',
        groups: ['g'],
        extra: { e: ['x'] },
        nonResourceAttributes: { path: '/metrics', verb: 'get' },
      },
    },
  ]);
});

function answering(status: unknown): { client: Pick<Client, 'create'>; sent: unknown[] } {
  const sent: unknown[] = [];
  const create = async (object: object): Promise<object> => {
    sent.push(object);
    return { ...object, status };
  };
  return { client: { create } as unknown as Pick<Client, 'create'>, sent };
}
