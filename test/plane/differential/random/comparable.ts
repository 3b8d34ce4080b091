/** Answers without what two servers can never share: addresses, ports, and the texts of quoted objects. */
import type { Answer } from '../api-client.js';
import { normalize } from '../normalize.js';

const PORTS = new Set(['nodePort', 'healthCheckNodePort']);

/** A comparable form of an answer. */
export function comparable({ code, warnings, body }: Answer): unknown {
  return { code, warnings: [...warnings].sort(), body: cleaned(normalize(body)) };
}

function cleaned(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => cleaned(item, key));
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number' && PORTS.has(key)) return value === 0 ? 0 : 'PORT';
  if (typeof value !== 'object' || value === null) return value;
  // `length` is that of a message with several findings, which quote objects.
  const members = Object.entries(value).filter(([name]) => !(name === 'length' && 'details' in value));
  return Object.fromEntries(members.map(([name, member]) => [name, cleaned(member, name)]));
}

function text(value: string): string {
  return value
    .replaceAll(/\b10\.\d+\.\d+\.\d+\b/g, 'ADDRESS')
    .replaceAll(/:3[0-2]\d{3}\b/g, ':PORT')
    .replaceAll(/(changes may not be made|pod updates may not change fields)[^]*/g, '$1')
    .replaceAll(/(Invalid|Duplicate) value: ("?[{[]|map\[).*?(: |$)/gs, '$1 value: OBJECT$3');
}
