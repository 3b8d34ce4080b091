/**
 * Which branch of a union a value is, as `anyOf` can check it. CEL's `has()` is false for null, so what must be set and may be
 * null is checked here and not by a rule.
 */
import type { JsonSchema } from '../../model/schema.js';
import type { Telling } from './telling.js';
import { propertyNames } from './union-rules.js';

/** For each branch what is true for its values. */
export function branchConditions(branches: readonly JsonSchema[], telling: Telling): JsonSchema[] {
  const { tag, keys, always, nullable } = telling;
  const names = propertyNames(branches);
  const isByNull = keys.some((key) => nullable.has(key));
  return branches.map(({ properties = {}, required = [] }, index): JsonSchema => {
    const isUnseen = (name: string): boolean => isByNull || nullable.has(name);
    const needed = required.filter((name) => isUnseen(name) && !always.includes(name));
    const key = keys[index];
    const all = new Set([...needed, ...(key === undefined ? [] : [key])]);
    const foreign = names.filter((name) => isUnseen(name) && !Object.hasOwn(properties, name));
    return {
      ...(tag !== undefined && { properties: { [tag]: { enum: properties[tag]?.enum ?? [] } } }),
      ...(all.size > 0 && { required: [...all].sort() }),
      ...(foreign.length > 0 && { not: noneOf(foreign) }),
    };
  });
}

function noneOf(names: readonly string[]): JsonSchema {
  const [only, ...others] = names.map((name): JsonSchema => ({ required: [name] }));
  return only === undefined || others.length > 0 ? { anyOf: [only ?? {}, ...others] } : only;
}
