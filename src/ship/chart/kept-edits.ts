/** Generates a chart again without losing what people changed in it. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isMap as isYamlMap, parseDocument, type Document } from '../../yaml.js';
import { isMap, type Json, type JsonMap, valueAt } from '../json.js';

/** What was generated the last time, kept beside the chart. */
export interface ChartRecord {
  /** Hashes of files as they were generated. */
  readonly files: Readonly<Record<string, string>>;
  readonly values: JsonMap;
}

/** What a record says; undefined when it is not one. */
export function readRecord(text: string): ChartRecord | undefined {
  let record: Json;
  try {
    record = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  const [files, values] = [valueAt(record, 'files'), valueAt(record, 'values')];
  if (!isMap(files) || !isMap(values)) return undefined;
  const hashes: Record<string, string> = {};
  for (const [name, hash] of Object.entries(files)) {
    if (typeof hash !== 'string') return undefined;
    hashes[name] = hash;
  }
  return { files: hashes, values };
}

/** What happens to a file of the chart. */
export type FileDecision =
  | { readonly kind: 'write'; readonly text: string }
  | { readonly kind: 'delete' }
  /** Someone has changed it, or made it: it stays, and what would have been written is not. */
  | { readonly kind: 'keep' };

/** The hash under which a record knows the content of a file. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Decides on a generated template: it is replaced as long as nobody has changed it. */
export function decideTemplate(
  onDisk: string | undefined,
  recorded: string | undefined,
  generated: string | undefined,
  force: boolean,
): FileDecision {
  const isOurs = onDisk === undefined || onDisk === generated || force || hashOf(onDisk) === recorded;
  if (generated === undefined)
    return onDisk !== undefined && hashOf(onDisk) === recorded ? { kind: 'delete' } : { kind: 'keep' };
  return isOurs ? { kind: 'write', text: generated } : { kind: 'keep' };
}

/**
 * values.yaml with the new defaults: a value that nobody has changed follows config/, one that somebody has changed
 * stays, and so do comments and values of their own.
 */
export function mergeValues(onDisk: string, recorded: JsonMap, generated: JsonMap, freshText: string): string {
  const { document, current } = readValues(onDisk);
  if (current === undefined) return freshText;
  const before = document.toString({ lineWidth: 0 });
  mergeInto(document, [], current, recorded, generated);
  const after = document.toString({ lineWidth: 0 });
  return after === before ? onDisk : after;
}

/** Parses values.yaml; an empty file has no current values. Throws `ValuesProblem` when nothing can be merged into it. */
export function readValues(text: string): { document: Document.Parsed; current: JsonMap | undefined } {
  const document = parseDocument(text, { version: '1.2' });
  if (document.errors.length > 0) throw new ValuesProblem(document.errors[0]?.message ?? 'it cannot be read');
  const current = document.toJS() as Json;
  if (current === null) return { document, current: undefined };
  if (!isMap(current)) throw new ValuesProblem('it is not a map');
  return { document, current };
}

/** values.yaml that cannot be merged. */
export class ValuesProblem extends Error {}

function mergeInto(document: Document, path: string[], current: JsonMap, recorded: JsonMap, generated: JsonMap): void {
  for (const [key, value] of Object.entries(generated)) {
    const place = [...path, key];
    const now = current[key];
    const then = recorded[key];
    if (now === undefined) {
      // Removed by someone, unless it is new.
      if (then === undefined) document.setIn(place, value);
    } else if (isMap(value) && isMap(now) && isYamlMap(document.getIn(place))) {
      mergeInto(document, place, now, isMap(then) ? then : {}, value);
    } else if (!isDeepStrictEqual(now, value) && then !== undefined && isDeepStrictEqual(now, then)) {
      document.setIn(place, document.createNode(value));
    }
  }
  for (const [key, then] of Object.entries(recorded)) {
    const isGone = generated[key] === undefined && isDeepStrictEqual(current[key], then);
    if (isGone) document.deleteIn([...path, key]);
  }
}
