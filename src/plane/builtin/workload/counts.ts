/** Numbers and percentages of workloads. */
import type { Field } from '../../../kubernetes/field.js';
import { isPercent } from '../text-rules.js';

/** A number that is not negative, or a percentage. */
export function countOrPercent(field: Field): void {
  if (typeof field.value !== 'string') field.notNegative();
  else for (const why of isPercent(field.value)) field.invalid(why);
}

/** The number of a count or percentage. */
export function countOf(field: Field): number {
  if (typeof field.value !== 'string') return field.number;
  return Number.parseInt(field.value, 10) || 0;
}

/** At most 100%. */
export function atMostWhole(field: Field): void {
  if (typeof field.value === 'string' && isPercent(field.value).length === 0 && countOf(field) > 100) {
    field.invalid('must not be greater than 100%');
  }
}

/** Counters of a status: none negative. */
export function counters(status: Field, names: readonly string[]): void {
  for (const name of names) status.at(name).notNegative();
}

/** Counters that others bound. */
export function bounded(status: Field, names: readonly string[], by: string, why: string): void {
  for (const name of names) {
    if (status.at(name).number > status.at(by).number) status.at(name).invalid(why, status.at(name).number);
  }
}

/** Counters of collisions only grow. */
export function collisions(status: Field, before: Field): void {
  const count = status.at('collisionCount');
  count.notNegative();
  const old = before.at('status').at('collisionCount');
  if (old.isSet && (!count.isSet || count.number < old.number)) count.invalid('cannot be decremented', count.number);
}
