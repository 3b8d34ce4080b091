/**
 * Answers without what two servers can never share: addresses and ports. Of a failure, what programs look at stays: its
 * code and reason, and the field and reason of each cause. Its words are compared by the scenarios.
 */
import type { Answer } from '../api-client.js';
import { normalize } from '../normalize.js';

const PORTS = new Set(['nodePort', 'healthCheckNodePort']);

interface Failure {
  readonly reason?: string;
  readonly details?: { readonly causes?: readonly { readonly field?: string; readonly reason?: string }[] };
}

/** A comparable form of an answer. */
export function comparable({ code, warnings, body }: Answer): unknown {
  if (code < 400) return { code, warnings: [...warnings].sort(), body: cleaned(normalize(body)) };
  const { reason, details } = body as Failure;
  const causes = (details?.causes ?? []).map((cause) => `${cause.field ?? ''}: ${cause.reason ?? ''}`);
  return { code, reason, causes: [...new Set(causes)].sort() };
}

function cleaned(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => cleaned(item, key));
  if (typeof value === 'string')
    return value.replaceAll(/\b10\.\d+\.\d+\.\d+\b/g, 'ADDRESS').replaceAll(/:3[0-2]\d{3}\b/g, ':PORT');
  if (typeof value === 'number' && PORTS.has(key)) return value === 0 ? 0 : 'PORT';
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cleaned(member, name)]));
}
