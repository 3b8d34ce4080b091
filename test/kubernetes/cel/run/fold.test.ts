import { expect, test } from 'vitest';
import { CallTooDear } from '../../../../src/kubernetes/cel/meter/meter.js';
import { celValue } from '../../../../src/kubernetes/cel/run/from-json.js';
import { dynamicVariables, ProgramCache } from '../../../../src/kubernetes/cel/run/program.js';
import { CelFailure } from '../../../../src/kubernetes/cel/run/values.js';

const programs = new ProgramCache(dynamicVariables(['self']));
const run = (text: string, self: unknown): unknown => programs.compile(text).run({ self: celValue(self) });

test('folds stop when they cost too much, and nothing makes good for that', () => {
  const numbers = Array.from({ length: 60 }, (_, index) => index);
  const dear = 'self.all(a, self.all(b, self.all(c, self.all(d, true))))';

  expect(() => run(dear, numbers)).toThrow(new CallTooDear());
  expect(() => run(`${dear} || true`, numbers)).toThrow(CallTooDear);
  expect(run('self.all(a, self.all(b, true))', numbers)).toBe(true);
});

test('a failing step may be made good by a later one, in quantifiers only', () => {
  expect(run('self.exists(x, x / (x - 1) == 2)', [1, 2])).toBe(true);
  expect(() => run('self.map(x, x / (x - 1)).size() == 2', [1, 2])).toThrow(new CelFailure('division by zero'));
});

test('a name for a value fails only where it is read', () => {
  expect(run('optional.of(self.a).optMap(v, 1).value()', { a: 1 })).toBe(1n);
  expect(() => run('self.size()', 1)).toThrow(CelFailure);
});
