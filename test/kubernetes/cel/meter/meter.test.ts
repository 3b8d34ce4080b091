import { expect, test } from 'vitest';
import { Budget, CallTooDear, Meter, OutOfBudget, Stopped } from '../../../../src/kubernetes/cel/meter/meter.js';

test('a run may cost a million, and not one more', () => {
  const meter = new Meter();
  meter.charge(1_000_000);

  expect(meter.cost).toBe(1_000_000);
  expect(() => meter.charge(1)).toThrow(new Stopped(new CallTooDear()));
});

test('a budget can be spent to the last unit', () => {
  const budget = new Budget(3);
  budget.spend(1);
  budget.spend(2);

  expect(budget.remaining).toBe(0);
  expect(() => budget.spend(1)).toThrow(OutOfBudget);
  expect(new Budget().remaining).toBe(10_000_000);
});
