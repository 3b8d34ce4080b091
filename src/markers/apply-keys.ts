/** What `+kubebuilder:validation:keys:…` does: schemas cannot check the keys of a map, so CEL rules do. */
import type { JsonValue } from '../model/schema.js';
import { addRule, type Apply } from './apply-target.js';
import { valueOf } from './resolve.js';

/** A condition for `key`, and how a message ends. */
type Condition = (value: JsonValue) => readonly [condition: string, message: string] | undefined;

const rule =
  (condition: Condition): Apply =>
  ({ added, base }, marker) => {
    if (base.type !== 'object' || typeof base.additionalProperties !== 'object')
      return `it is about the keys of a map, but this is of type ${base.type ?? 'any'}`;
    const made = condition(valueOf(marker) ?? null);
    if (made === undefined) return 'its value cannot be used for keys';
    addRule(added, { rule: `self.all(key, ${made[0]})`, message: `keys must ${made[1]}` });
    return undefined;
  };

/** Strings as CEL writes them. */
const quote = (text: string): string => JSON.stringify(text);

/** By the last segment of the name. */
export const KEY_RULES: Readonly<Record<string, Apply>> = {
  MaxLength: rule((most) => [`key.size() <= ${String(most)}`, `have at most ${String(most)} characters`]),
  MinLength: rule((least) => [`key.size() >= ${String(least)}`, `have at least ${String(least)} characters`]),
  Pattern: rule((pattern) =>
    typeof pattern === 'string' ? [`key.matches(${quote(pattern)})`, `match ${pattern}`] : undefined,
  ),
  Enum: rule((values) => {
    if (!Array.isArray(values) || values.length === 0 || !values.every((value) => typeof value === 'string'))
      return undefined;
    return [`key in [${values.map(quote).join(', ')}]`, `be one of ${values.join(', ')}`];
  }),
};
