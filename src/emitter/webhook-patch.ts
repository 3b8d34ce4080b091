/** Strategic merge, as far as webhooks have it: maps merge, lists are replaced, match conditions merge by name. */
import type { JsonValue } from '../model/schema.js';

type Json = Readonly<Record<string, unknown>>;

/** The webhook with a patch over it. */
export function mergeWebhookPatch(target: Json, patch: { readonly [key: string]: JsonValue }): Json {
  const merged: Record<string, unknown> = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    const current = merged[key];
    if (value === null) delete merged[key];
    else if (key === 'matchConditions' && Array.isArray(value) && Array.isArray(current))
      merged[key] = mergeByName(current as Json[], value);
    else if (isRecord(value) && isRecord(current)) merged[key] = mergeWebhookPatch(current, value);
    else merged[key] = value;
  }
  return merged;
}

function mergeByName(current: readonly Json[], added: readonly Json[]): Json[] {
  const byName = new Map(current.map((item) => [item.name, item]));
  for (const item of added) byName.set(item.name, { ...byName.get(item.name), ...item });
  return [...byName.values()];
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
