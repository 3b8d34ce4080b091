/** Applies the markers of one type or field to its schema. */
import type { JsonSchema, MutableSchema } from '../model/schema.js';
import { FIELD_EFFECTS } from './apply-field.js';
import type { Apply } from './apply-target.js';
import { VALIDATIONS } from './apply-validation.js';
import type { ResolvedMarker } from './resolve.js';

/** A marker that does not fit the schema. */
export interface ApplyProblem<T> {
  readonly marker: T;
  readonly message: string;
}

/** What markers add to a schema and to its items. */
export interface Added<T> {
  readonly own: JsonSchema;
  readonly items?: JsonSchema;
  /** Which marker set a keyword; keywords of items have the prefix `items.`. */
  readonly sources: ReadonlyMap<string, T>;
  readonly problems: readonly ApplyProblem<T>[];
}

const PREFIX = 'kubebuilder:validation:';
const ITEMS_PREFIX = 'kubebuilder:validation:items:';

/** Runs schema markers in order of priority, then of source; other markers are skipped. */
export function applySchemaMarkers<T extends ResolvedMarker>(base: JsonSchema, markers: readonly T[]): Added<T> {
  const problems: ApplyProblem<T>[] = [];
  const sources = new Map<string, T>();
  const own: MutableSchema = {};
  const items: MutableSchema = {};
  const run = (effect: Apply | undefined, marker: T, added: MutableSchema, to: JsonSchema, prefix: string): void => {
    if (effect === undefined) return;
    const before = { ...added };
    const message = effect({ added, base: to }, marker);
    if (message !== undefined) problems.push({ marker, message });
    for (const key of Object.keys(added) as (keyof JsonSchema)[])
      if (added[key] !== before[key]) sources.set(prefix + key, marker);
  };
  const sorted = [...markers].sort(
    (left, right) => (left.definition.priority ?? 10) - (right.definition.priority ?? 10),
  );
  for (const marker of sorted) {
    if (!marker.definition.name.startsWith(ITEMS_PREFIX)) run(effectOf(marker.definition.name), marker, own, base, '');
  }
  for (const marker of sorted) {
    if (!marker.definition.name.startsWith(ITEMS_PREFIX)) continue;
    if ((own.type ?? base.type) !== 'array' || base.items === undefined) {
      problems.push({
        marker,
        message: `it is about the items of a list, but this is of type ${own.type ?? base.type ?? 'any'}`,
      });
    } else {
      run(VALIDATIONS[marker.definition.name.slice(ITEMS_PREFIX.length)], marker, items, base.items, 'items.');
    }
  }
  return { own, ...(Object.keys(items).length > 0 && { items }), sources, problems };
}

function effectOf(name: string): Apply | undefined {
  return FIELD_EFFECTS[name] ?? (name.startsWith(PREFIX) ? VALIDATIONS[name.slice(PREFIX.length)] : undefined);
}
