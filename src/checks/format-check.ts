/** Formats that the API server checks in strings; others mean nothing to it, or are left to it. */
import { isIPv4, isIPv6 } from 'node:net';

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Loose enough that nothing is refused which the API server takes. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  byte: (text) => /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  'date-time': (text) => /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(text),
  ipv4: isIPv4,
  ipv6: isIPv6,
  uuid: (text) => UUID.test(text),
};

/** Whether a string certainly does not have a format. */
export function lacksFormat(text: string, format: string): boolean {
  return Object.hasOwn(FORMATS, format) && FORMATS[format]?.(text) === false;
}
