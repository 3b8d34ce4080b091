/** Hides values in messages that other programs have worded: kustomize and the API server quote what they refuse. */
import type { KubeObject } from '../../../runtime/object/meta.js';

const hidden = '[hidden]';
/** Shorter values are ordinary words in a message; to hide them would hide the message. */
const shortest = 3;
/** From this length on a value is hidden inside other words, too. */
const telling = 8;
/** A key that cannot be one is most likely a value in the wrong place, such as a line of a private key. */
const validKey = /^[-._a-zA-Z0-9]+$/;

/** The message without the values, whole or as parts of other words when they are long. */
export function hideValues(message: string, values: Iterable<string>): string {
  const ordered = [...new Set(values)].filter(({ length }) => length >= shortest);
  ordered.sort((a, b) => b.length - a.length);
  return ordered.reduce(
    (text, value) => (value.length < telling ? hideWord(text, value) : hideAll(text, value)),
    message,
  );
}

function hideAll(text: string, value: string): string {
  return text.split(value).join(hidden);
}

function hideWord(text: string, value: string): string {
  const parts = text.split(value);
  return parts.reduce((before, after) => {
    const isWord = /(?:^|\W)$/.test(before) && /^(?:$|\W)/.test(after);
    return `${before}${isWord ? hidden : value}${after}`;
  });
}

/** Everything in a Secret that is not its name: data in both forms, and whatever is in the place of other fields. */
export function valuesOfSecret(object: KubeObject): string[] {
  if (object.kind !== 'Secret') return [];
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...rest } = object;
  const { data, stringData } = rest as { data?: unknown; stringData?: unknown };
  const badKeys = [data, stringData].flatMap(keysOf).filter((key) => !validKey.test(key));
  return [...badKeys, ...scalarsIn(rest)].flatMap((value) => [value, ...otherForms(value)]);
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** As base64 and out of it, and as JSON quotes it. */
function otherForms(value: string): string[] {
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  return [Buffer.from(value).toString('base64'), decoded, JSON.stringify(value).slice(1, -1)];
}

function scalarsIn(value: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
    else if (typeof next === 'string' || typeof next === 'number') found.push(String(next));
  }
  return found;
}

/** Metadata of a Secret for people: `kubectl apply` copies all values into an annotation. */
export function shownMetadata<T extends KubeObject['metadata']>(kind: string, metadata: T): T {
  if (kind !== 'Secret' || metadata.annotations === undefined) return metadata;
  const { 'kubectl.kubernetes.io/last-applied-configuration': _copy, ...annotations } = metadata.annotations;
  return { ...metadata, annotations };
}
