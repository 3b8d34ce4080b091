/** Keeps secrets out of logs, whatever a caller passes as a field. */
import type { LogFields } from './logger.js';

const hidden = '[redacted]';
const maxDepth = 6;
const maxItems = 100;
const maxText = 8_192;

/**
 * Names whose values are never shown: what ends like a secret, whatever comes before it (`dbPassword`, `PGPASSWORD`,
 * `clientSecret`, `tls.key`), but not `secretName` or `tokenReview`.
 */
const secretName =
  /(pass(word|wd|phrase|code)|pwd|secrets?|tokens?|credentials?|authorization|cookies?|connection[-_.]?string|dsn|(private|public|api|access|secret|signing|encryption|shared|master|account|client|ssh|tls|ca)[-_. ]?keys?|\.key)([-_.]?(data|value|text|base64|b64|hash))?\d*$/i;

const quoted = String.raw`\\*"[^"]*(?:"|$)|\\*'[^']*(?:'|$)`;
const assigned = String.raw`(\\*["']?\s*[:=]\s*)`;

/** Secrets that can be recognised inside a string: tokens, private keys, passwords in URLs, names beside their values. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic) +[\w+/=.~-]{8,}/gi, `$1 ${hidden}`],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, hidden],
  [/\b(gh[opsu]_|github_pat_|glpat-|xox[abp]-|AKIA)[\w-]{10,}/g, hidden],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden],
  [/(\w:\/\/[^/\s:@]+):[^/\s@]+@/g, `$1:${hidden}@`],
  // Passwords are values however they are written; `secret: not found` is a sentence.
  [new RegExp(String.raw`(pass(?:word|wd|phrase|code)s?)${assigned}(?:${quoted}|[^\s,;&}"']+)`, 'gi'), `$1$2${hidden}`],
  [
    new RegExp(
      String.raw`(secrets?|tokens?|credentials?|api[-_]?keys?|(?:private|access|secret)[-_]?keys?|key-data)${assigned}(?:${quoted}|[\w+/=.~-]{16,})`,
      'gi',
    ),
    `$1$2${hidden}`,
  ],
  [/((?:secret|token|api[-_]?key|access[-_]?key)=)[^\s,;&}"']+/gi, `$1${hidden}`],
];

/** Data inside a string that may be those of a Secret, as JSON that may be escaped and cut off, or as YAML. */
const secretKind = /\\*["']?kind\\*["']?\s*:\s*\\*["']?Secret\b/;
const jsonData = /(\\*"(?:data|stringData)\\*"\s*:\s*)\{[^}]*\}?/g;
const yamlData = /^( *)(data|stringData):[ \t]*\n(?:\1[ \t]+.*(?:\n|$))+/gm;

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
  result = result.replace(jsonData, `$1"${hidden}"`);
  if (secretKind.test(result)) result = result.replace(yamlData, `$1$2: ${hidden}\n`);
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

function redactRecord(value: object, path: readonly object[]): object {
  const keys = Object.keys(value).slice(0, maxItems);
  const isSecret = hasSecretData(value);
  const show = (key: string): unknown =>
    isSecret && (key === 'data' || key === 'stringData') ? hidden : redact(key, (value as LogFields)[key], path);
  return Object.fromEntries(keys.map((key) => [key, show(key)]));
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
