/** Lists of indexes: `1,3-5,7`. */
import type { Field } from '../../../kubernetes/field.js';

/** How many indexes a list has; reports what cannot be read and counts it as none. */
export function indexCount(field: Field, completions: number): number {
  if (field.text.length > 64 * 1024) field.tooLong(64 * 1024);
  const result = readIndexes(field.text, completions);
  if (typeof result === 'number') return result;
  field.invalid(`error parsing succeededIndexes: ${result}`);
  return 0;
}

function readIndexes(text: string, completions: number): number | string {
  if (text === '') return 0;
  let [last, total] = [-1, 0];
  let isFirst = true;
  for (const part of text.split(',')) {
    const limits = part.split('-');
    if (limits.length > 2) {
      return `the fragment ${JSON.stringify(part)} violates the requirement that an index interval can have at most two parts separated by '-'`;
    }
    for (const limit of limits) {
      if (!/^[+-]?\d+$/.test(limit)) return `cannot convert string to integer for index: ${JSON.stringify(limit)}`;
      if (Number(limit) >= completions) return `too large index: ${JSON.stringify(limit)}`;
    }
    const from = Number(limits[0]);
    const to = Number(limits[1] ?? limits[0]);
    if (limits.length === 2 && from >= to) return `non-increasing order, previous: ${from}, current: ${to}`;
    if (!isFirst && last >= from) return `non-increasing order, previous: ${last}, current: ${from}`;
    [last, total, isFirst] = [to, total + to - from + 1, false];
  }
  return total;
}
