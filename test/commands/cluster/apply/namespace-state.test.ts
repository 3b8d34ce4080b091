import { expect, test } from 'vitest';
import { namespaceExists } from '../../../../src/commands/cluster/apply/namespace-state.js';
import type { Client } from '../../../../src/runtime/client/client.js';
import { caught } from '../project-fixture.js';

const here = { metadata: { name: 'a' } };
const ending = {
  metadata: { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z' },
  status: {
    conditions: [{ type: 'NamespaceFinalizersRemaining', status: 'True', message: 'x in 1 resource instances' }],
  },
};

function server(...states: unknown[]): Client {
  return { find: () => Promise.resolve(states.length > 1 ? states.shift() : states[0]) } as unknown as Client;
}

test.each([
  ['one that is there', [here], true],
  ['one that is not there', [undefined], false],
  ['one that goes away meanwhile', [ending, ending, undefined], false],
])('%s', async (_name, states, expected) => {
  expect(await namespaceExists(server(...states), 'a', { timeoutMs: 10_000, pollMs: 1 })).toBe(expected);
});

test('one that stays is an error with what holds it', async () => {
  const error = await caught(namespaceExists(server(ending), 'a', { timeoutMs: 5, pollMs: 1 }));

  expect(error).toMatchObject({ code: 'namespace-terminating' });
  expect(error.message).toContain('NamespaceFinalizersRemaining: x in 1 resource instances');
});
