/** Keeps secrets out of logs, whatever a caller passes as a field. */
import type { LogFields } from './logger.js';

const hidden = '[redacted]';
const maxDepth = 6;
const maxItems = 100;
const maxText = 8_192;

/** Names whose values are never shown. */
const secretName =
  /^(token|password|passwd|secret|authorization|cookie|credentials?|.*(private|api|access)[-_]?key|tls\.key|ca\.key|.*[-_]?token)$/i;

/** Things that give themselves away inside a text: bearer tokens, JSON web tokens, private keys, passwords in URLs. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic) +[\w+/=.~-]{8,}/gi, `$1 ${hidden}`],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, hidden],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden],
  [/(\w:\/\/[^/\s:@]+):[^/\s@]+@/g, `$1:${hidden}@`],
];

/**
 * A copy of `fields` that may be written down. Whole Kubernetes objects become what identifies them.
 * @example
 * ```ts
 * console.log(redactFields({ token: 'abc', replicas: 3 })); // { token: '[redacted]', replicas: 3 }
 * ```
 */
export function redactFields(fields: LogFields): LogFields {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) result[key] = redact(key, fields[key], []);
  return result;
}

/**
 * `text` without anything that looks like a secret.
 * @example
 * ```ts
 * console.log(redactText('Authorization: Bearer abcdefgh')); // Authorization: Bearer [redacted]
 * ```
 */
export function redactText(text: string): string {
  let result = text.length > maxText ? `${text.slice(0, maxText)}… (${text.length} characters)` : text;
  for (const [pattern, replacement] of secretTexts) result = result.replace(pattern, replacement);
  return result;
}

/** Nobody fails because of a log line: what cannot be looked at is left out. */
function redact(key: string, value: unknown, path: readonly object[]): unknown {
  try {
    return shown(key, value, path);
  } catch {
    // A getter or proxy that throws; there is nothing to show in its place.
    return '[unreadable]';
  }
}

function shown(key: string, value: unknown, path: readonly object[]): unknown {
  if (value === undefined || value === null) return value;
  if (secretName.test(key)) return hidden;
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return value;
  if (path.includes(value)) return '[circular]';
  if (path.length >= maxDepth) return '[deep]';
  if (value instanceof Error) return redactError(value, [...path, value]);
  if (value instanceof Date) return value;
  if (Buffer.isBuffer(value) || ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => redact('', item, [...path, value]));
  return identityOf(value) ?? redactRecord(value, [...path, value]);
}

/** A copy whose own message, stack and causes are clean; the name stays, as loggers print it. */
function redactError(error: Error, path: readonly object[]): Error {
  const copy = new Error(redactText(String(error.message ?? '')), {
    cause: error.cause === undefined ? undefined : redact('cause', error.cause, path),
  });
  copy.name = error.name;
  if (typeof error.stack === 'string') copy.stack = redactText(error.stack);
  for (const key of ['code', 'reason'] as const) {
    const value: unknown = Reflect.get(error, key);
    if (typeof value === 'string' || typeof value === 'number') Object.assign(copy, { [key]: value });
  }
  return copy;
}

/** What identifies a Kubernetes object; undefined for anything else. */
function identityOf(value: object): object | undefined {
  if (!('apiVersion' in value && 'kind' in value && 'metadata' in value)) return undefined;
  const { apiVersion, kind, metadata } = value;
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const { namespace, name } = metadata as { namespace?: unknown; name?: unknown };
  return { apiVersion, kind, namespace, name };
}

function redactRecord(value: object, path: readonly object[]): object {
  const keys = Object.keys(value).slice(0, maxItems);
  return Object.fromEntries(keys.map((key) => [key, redact(key, (value as LogFields)[key], path)]));
}
