/** Values as Go writes them back: quantities in canonical form, times in UTC without or with microseconds. */
import type { JsonValue } from '../../kubernetes/json/json-value.js';
import { formatTime } from '../wall-clock.js';
import { parseQuantity } from '../../kubernetes/value/quantity.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** Fields of type MicroTime; all other times have whole seconds. */
const MICRO_TIMES = new Set(['acquireTime', 'renewTime', 'eventTime', 'lastObservedTime']);

const QUANTITY_RULE = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SECONDS = '2006-01-02T15:04:05Z07:00';
const MICROS = '2006-01-02T15:04:05.000000Z07:00';

/** A value that is not of its type, in Go's words. */
export class NotCanonical extends Error {
  override readonly name = 'NotCanonical';
}

/** The value in its canonical form; throws `NotCanonical` when it cannot be one of its type. */
export function canonicalValue(value: JsonValue, schema: SchemaNode, field: string): JsonValue {
  if (schema.format === 'quantity') {
    const quantity = parseQuantity(String(value));
    if (quantity === undefined) throw new NotCanonical(QUANTITY_RULE);
    return quantity.toString();
  }
  if (schema.format === 'byte' && typeof value === 'string') return checkedBase64(value);
  if (schema.format !== 'date-time' || typeof value !== 'string') return value;
  return MICRO_TIMES.has(field) ? microTime(value) : wholeSeconds(value);
}

/** Go names the first byte that cannot be read. */
function checkedBase64(value: string): string {
  const text = value.replaceAll(/[\r\n]/g, '');
  if (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return value;
  const wrong = value.search(/[^A-Za-z0-9+/\r\n]/);
  throw new NotCanonical(`illegal base64 data at input byte ${wrong < 0 ? Math.floor(value.length / 4) * 4 : wrong}`);
}

function wholeSeconds(value: string): string {
  const time = Date.parse(value);
  if (Number.isNaN(time) || !/T/.test(value)) throw unparsed(value, SECONDS, value, '2006');
  return formatTime(Math.floor(time / 1000) * 1000);
}

/** MicroTime is read by a fixed layout: six digits, no more, no less. */
function microTime(value: string): string {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{6})?(.*)$/.exec(value);
  if (match === null) throw unparsed(value, MICROS, value, '2006');
  const [, seconds = '', fraction, zone = ''] = match;
  if (fraction === undefined) throw unparsed(value, MICROS, zone, '.000000');
  const time = Date.parse(`${seconds}${zone}`);
  if (!/^(Z|[+-]\d{2}:\d{2})$/.test(zone) || Number.isNaN(time)) throw unparsed(value, MICROS, zone, 'Z07:00');
  return `${formatTime(time).slice(0, -1)}${fraction}Z`;
}

function unparsed(value: string, layout: string, rest: string, expected: string): NotCanonical {
  return new NotCanonical(`parsing time "${value}" as "${layout}": cannot parse "${rest}" as "${expected}"`);
}
