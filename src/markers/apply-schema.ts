/** Applies the markers of one type or field to its schema. */
import type { JsonSchema, MutableSchema } from '../model/schema.js';
import { FIELD_EFFECTS } from './apply-field.js';
import { KEY_RULES } from './apply-keys.js';
import type { Apply } from './apply-target.js';
import { VALIDATIONS } from './apply-validation.js';
import type { ResolvedMarker } from './resolve.js';

/** A marker that does not fit the schema. */
export interface ApplyProblem<T> {
  readonly marker: T;
  readonly message: string;
}

/** What markers add to a schema, to its items, and to the values of a map. */
export interface Added<T> {
  readonly own: JsonSchema;
  readonly items?: JsonSchema;
  readonly values?: JsonSchema;
  /** Which marker set a keyword; keywords of items and values have the prefix `items.`. */
  readonly sources: ReadonlyMap<string, T>;
  readonly problems: readonly ApplyProblem<T>[];
}

const PREFIX = 'kubebuilder:validation:';
const INNER = /^kubebuilder:validation:(items|values|keys):(\w+)$/;

/** Runs schema markers in order of priority, then of source; other markers are skipped. */
export function applySchemaMarkers<T extends ResolvedMarker>(base: JsonSchema, markers: readonly T[]): Added<T> {
  const problems: ApplyProblem<T>[] = [];
  const sources = new Map<string, T>();
  const own: MutableSchema = {};
  const inner: Record<'items' | 'values', MutableSchema> = { items: {}, values: {} };
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
    if (!INNER.test(marker.definition.name)) run(effectOf(marker.definition.name), marker, own, base, '');
  }
  for (const marker of sorted) {
    const [, part, name = ''] = INNER.exec(marker.definition.name) ?? [];
    if (part === 'keys') run(KEY_RULES[name], marker, own, base, '');
    if (part !== 'items' && part !== 'values') continue;
    const to = part === 'items' ? itemsOf(own, base) : valuesOf(base);
    if (to === undefined) problems.push({ marker, message: misplaced(part, own.type ?? base.type) });
    else run(VALIDATIONS[name], marker, inner[part], to, 'items.');
  }
  const { items, values } = inner;
  const isEmpty = (schema: MutableSchema): boolean => Object.keys(schema).length === 0;
  return { own, ...(!isEmpty(items) && { items }), ...(!isEmpty(values) && { values }), sources, problems };
}

function itemsOf(own: JsonSchema, base: JsonSchema): JsonSchema | undefined {
  return (own.type ?? base.type) === 'array' ? base.items : undefined;
}

function valuesOf({ additionalProperties }: JsonSchema): JsonSchema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

function misplaced(part: 'items' | 'values', type = 'any'): string {
  const what = part === 'items' ? 'the items of a list' : 'the values of a map';
  return `it is about ${what}, but this is of type ${type}`;
}

function effectOf(name: string): Apply | undefined {
  return FIELD_EFFECTS[name] ?? (name.startsWith(PREFIX) ? VALIDATIONS[name.slice(PREFIX.length)] : undefined);
}
