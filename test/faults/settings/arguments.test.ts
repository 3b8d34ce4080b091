import { expect, test } from 'vitest';
import { parseArguments } from './arguments.js';

test('everything has a default', () => {
  expect(parseArguments([])).toMatchObject({ seed: 1, faults: 300, replicas: 2, objects: 500, leaseMs: 4_000 });
});

test('numbers can be given', () => {
  expect(parseArguments(['--seed', '9', '--faults', '20', '--only', 'fail-overs'])).toMatchObject({
    seed: 9,
    faults: 20,
    only: 'fail-overs',
  });
});

test.each([[['--sed', '1']], [['--seed', 'x']], [['--seed']], [['--only', 'x']], [['--scenario', 'x']]])(
  'refuses %j',
  (given) => {
    expect(() => parseArguments(given)).toThrow('node test/faults/run.mjs');
  },
);

test('a scenario can be chosen', () => {
  expect(parseArguments(['--scenario', 'gone-watches'])).toMatchObject({ scenario: 'gone-watches', seconds: 60 });
});
