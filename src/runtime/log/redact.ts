/** Keeps secrets out of logs, whatever a caller passes as a field, and bounds what one line may cost. */
import type { LogFields } from './logger.js';
import { hidden, hideSecrets } from './secret-texts.js';

const maxDepth = 6;
const maxItems = 100;
const maxText = 8_192;
const maxName = 256;
/** Of all texts of one line together; container runtimes cut lines after 16 KiB. */
const maxLine = 32_768;
const maxValues = 2_000;

/** What one line may still have. */
interface Line {
  characters: number;
  values: number;
}

/**
 * Names whose values are never shown: what ends like a secret, whatever comes before it (`dbPassword`, `PGPASSWORD`,
 * `clientSecret`, `tls.key`), but not `secretName` or `tokenReview`.
 */
const secretName =
  /(pass(word|wd|phrase|code)|pwd|secrets?|tokens?|credentials?|authorization|cookies?|connection[-_.]?string|dsn|(private|public|api|access|secret|signing|encryption|shared|master|account|client|ssh|tls|ca)[-_. ]?keys?|\.key)([-_.]?(data|value|text|base64|b64|hash))?\d*$/i;

/**
 * A copy of `fields` that may be written down. Whole Kubernetes objects become what identifies them; of very large values
 * the beginning is shown.
 * @example
 * ```ts
 * console.log(redactFields({ token: 'abc', replicas: 3 })); // { token: '[redacted]', replicas: 3 }
 * ```
 */
export function redactFields(fields: LogFields): LogFields {
  const line: Line = { characters: maxLine, values: maxValues };
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(fields).slice(0, maxItems)) result[shortText(key)] = redact(key, fields[key], [], line);
  return result;
}

/**
 * `text` without anything that looks like a secret, and not longer than 8,192 characters.
 * @example
 * ```ts
 * console.log(redactText('Authorization: Bearer abcdefgh')); // Authorization: Bearer [redacted]
 * ```
 */
export function redactText(text: string): string {
  return text.length > maxText ? `${hideSecrets(text.slice(0, maxText))}${lengthOf(text)}` : hideSecrets(text);
}

/** Names, identifiers and versions, as strangers write them: the beginning of those that are none. */
export function shortText(text: string): string {
  return text.length > maxName ? `${text.slice(0, maxName)}${lengthOf(text)}` : text;
}

function lengthOf(text: string): string {
  return `… (${text.length} characters)`;
}

/** Secrets are hidden before a string is cut, or half of one would be shown. */
function redactWithin(text: string, line: Line): string {
  if (line.characters <= 0) return lengthOf(text);
  const left = line.characters;
  line.characters -= Math.min(text.length, maxText);
  const shown = redactText(text);
  return line.characters < 0 ? `${shown.slice(0, left)}${lengthOf(text)}` : shown;
}

/** Nobody fails because of a log line: what cannot be looked at is left out. */
function redact(key: string, value: unknown, path: readonly object[], line: Line): unknown {
  try {
    return shown(key, value, path, line);
  } catch {
    // A getter or proxy that throws; there is nothing to show in its place.
    return '[unreadable]';
  }
}

function shown(key: string, value: unknown, path: readonly object[], line: Line): unknown {
  if (value === undefined || value === null) return value;
  if (--line.values < 0) return '[more]';
  if (secretName.test(key.slice(-maxName))) return hidden;
  if (typeof value === 'string') return redactWithin(value, line);
  if (typeof value === 'bigint') return value.toString();
  // A function that is called toJSON would choose what is written.
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object') return value;
  if (path.includes(value)) return '[circular]';
  if (path.length >= maxDepth) return '[deep]';
  if (value instanceof Error) return redactError(value, [...path, value], line);
  if (value instanceof Date) return value;
  if (Buffer.isBuffer(value) || ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => redact('', item, [...path, value], line));
  return redactRecord(identityOf(value) ?? value, [...path, value], line);
}

/** A copy whose own message, stack and causes are clean; the name stays, as loggers print it. */
function redactError(error: Error, path: readonly object[], line: Line): Error {
  const copy = new Error(redactWithin(String(error.message ?? ''), line), {
    cause: error.cause === undefined ? undefined : redact('cause', error.cause, path, line),
  });
  copy.name = redactText(shortText(String(error.name)));
  if (typeof error.stack === 'string') copy.stack = redactWithin(error.stack, line);
  for (const key of ['code', 'reason'] as const) {
    const value: unknown = Reflect.get(error, key);
    if (typeof value === 'number') Object.assign(copy, { [key]: value });
    if (typeof value === 'string') Object.assign(copy, { [key]: redactText(shortText(value)) });
  }
  return copy;
}

/** What identifies a Kubernetes object, also one of a list, which has no kind; undefined for anything else. */
function identityOf(value: object): object | undefined {
  if (!('metadata' in value)) return undefined;
  const { metadata } = value;
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const { apiVersion, kind } = value as { apiVersion?: unknown; kind?: unknown };
  const { namespace, name } = metadata as { namespace?: unknown; name?: unknown };
  return { apiVersion, kind, namespace, name };
}

/** Only Secrets have `stringData`; what has `data` beside a type may be one. */
function hasSecretData(value: object): boolean {
  return 'stringData' in value || 'kind' in value || 'apiVersion' in value || 'type' in value;
}

function redactRecord(value: object, path: readonly object[], line: Line): object {
  const keys = Object.keys(value).slice(0, maxItems);
  const isSecret = hasSecretData(value);
  const show = (key: string): unknown =>
    isSecret && (key === 'data' || key === 'stringData') ? hidden : redact(key, (value as LogFields)[key], path, line);
  return Object.fromEntries(keys.map((key) => [shortText(key), show(key)]));
}

/**
 * The beginning of an answer that should have been JSON: a page of a proxy says what went wrong, but broken JSON may be a
 * Secret, and is not shown.
 */
export function excerptOf(text: string, length = 100): string {
  const start = text.slice(0, length).trim();
  const isPage = start.startsWith('<') || !/[[{"]/.test(start);
  return isPage ? redactText(start) : `${text.length} characters of broken JSON`;
}
