/** Generates a chart again without losing what people changed in it. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  hasAnchor,
  isMap as isYamlMap,
  isNode,
  type Node,
  parseDocument,
  textNode,
  type Document,
} from '../../yaml.js';
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
 * stays, and so do comments and values of their own, to the letter.
 */
export function mergeValues(onDisk: string, recorded: JsonMap, generated: JsonMap, freshText: string): string {
  const current = readValues(onDisk);
  if (current === undefined) return onDisk.trim() === '' ? freshText : `${onDisk.trimEnd()}\n${freshText}`;
  // Without a schema every value is the text that stands there: 010 is not 10.
  const document = parseDocument(onDisk, { schema: 'failsafe' });
  const before = document.toString({ lineWidth: 0 });
  mergeInto(document, [], current, recorded, generated);
  const after = document.toString({ lineWidth: 0 });
  if (after === before) return onDisk;
  return onDisk.includes('\r\n') ? after.replaceAll('\n', '\r\n') : after;
}

/** The values of values.yaml; a file without any has none. Throws `ValuesProblem` when nothing can be merged into it. */
export function readValues(text: string): JsonMap | undefined {
  const document = parseDocument(text, { version: '1.2' });
  if (document.errors.length > 0) throw new ValuesProblem(document.errors[0]?.message ?? 'it cannot be read');
  const current = document.toJS() as Json;
  if (current === null) return undefined;
  if (!isMap(current)) throw new ValuesProblem('it is not a map');
  return current;
}

/** values.yaml that cannot be merged. */
export class ValuesProblem extends Error {}

function mergeInto(document: Document, path: string[], current: JsonMap, recorded: JsonMap, generated: JsonMap): void {
  for (const [key, value] of Object.entries(generated)) {
    const place = [...path, key];
    const now = current[key];
    const then = recorded[key];
    const node = document.getIn(place, true);
    if (now === undefined) {
      // Removed by someone, unless it is new.
      if (then === undefined) document.setIn(place, textNode(value));
    } else if (isMap(value) && isMap(now) && isYamlMap(node) && node.anchor === undefined) {
      mergeInto(document, place, now, isMap(then) ? then : {}, value);
    } else if (!isDeepStrictEqual(now, value) && isDeepStrictEqual(now, then) && isOurs(node)) {
      const { comment, commentBefore, spaceBefore } = node;
      document.setIn(place, Object.assign(textNode(value), { comment, commentBefore, spaceBefore }));
    }
  }
  for (const [key, then] of Object.entries(recorded)) {
    const place = [...path, key];
    const node = document.getIn(place, true);
    const isGone = generated[key] === undefined && isDeepStrictEqual(current[key], then);
    if (isGone && isOurs(node)) document.deleteIn(place);
  }
}

/** What values of their own refer to is theirs. */
function isOurs(node: unknown): node is Node {
  return isNode(node) && !hasAnchor(node);
}
