/** Formats of strings that the API server checks, with its verdicts; names that it does not know mean nothing. */
import { parseGoDuration } from '../value/go-duration.js';
import { isTimestamp } from '../value/timestamp.js';
import { isIPv6Text, isMac, isSloppyCidr, isSloppyIPv4, isStrictIPv4 } from './addresses.js';
import { isCreditCard, isIsbn10, isIsbn13 } from './check-digits.js';
import { isMailAddress } from './mail-address.js';
import { isRequestUri } from './request-uri.js';

type Check = (text: string) => boolean;

const fits =
  (pattern: RegExp): Check =>
  (text) =>
    pattern.test(text);

const NAME = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const LONG_NAME = new RegExp(`^${NAME}(\\.${NAME})*$`);
/** White space of Go's patterns. */
const GAP = '[\\t\\n\\f\\r ]*';
const COLOUR = '(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])';

/** By name without hyphens: the API server drops them. */
const FORMATS = new Map<string, Check>(
  Object.entries<Check>({
    bsonobjectid: fits(/^[0-9a-fA-F]{24}$/),
    uri: isRequestUri,
    email: isMailAddress,
    hostname: isHostname,
    ipv4: (text) => text.includes('.') && (isSloppyIPv4(text) || isIPv6Text(text, isSloppyIPv4)),
    ipv6: (text) => isIPv6Text(text, isStrictIPv4),
    cidr: isSloppyCidr,
    mac: isMac,
    uuid: fits(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i),
    uuid3: fits(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i),
    uuid4: fits(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
    uuid5: fits(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
    isbn: (text) => isIsbn10(text) || isIsbn13(text),
    isbn10: isIsbn10,
    isbn13: isIsbn13,
    creditcard: isCreditCard,
    ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
    hexcolor: fits(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/),
    rgbcolor: fits(new RegExp(`^rgb\\(${GAP}${COLOUR}${GAP},${GAP}${COLOUR}${GAP},${GAP}${COLOUR}${GAP}\\)$`)),
    // An empty string is refused.
    byte: fits(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/),
    date: isDate,
    duration: isDuration,
    datetime: isDateTime,
    k8sshortname: (text) => text.length <= 63 && new RegExp(`^${NAME}$`).test(text),
    k8slongname: (text) => text.length <= 253 && LONG_NAME.test(text),
  }),
);

/** Whether the API server knows a format. Passwords are not checked. */
export function isKnownFormat(format: string): boolean {
  return format === 'password' || FORMATS.has(format.replaceAll('-', ''));
}

/** Whether a string has a format. */
export function isFormatValid(format: string, text: string): boolean {
  return FORMATS.get(format.replaceAll('-', ''))?.(text) ?? true;
}

function isDate(text: string): boolean {
  // Timestamps begin with the year 1, dates with the year 0, which is as long as 2000.
  return /^\d{4}-\d\d-\d\d$/.test(text) && isTimestamp(`${text.replace(/^0000/, '2000')}T00:00:00Z`);
}

const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[^\n][0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/;

/** The offset may be anything, and any character may come before the fraction. */
function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t');
  const [, hour = '', minute = '', second = ''] = TIME.exec(time ?? '') ?? [];
  return hour !== '' && isDate(date) && hour <= '23' && minute <= '59' && second <= '59';
}

const CHARACTER = 'a-zA-Z0-9\\p{S}\\p{L}';
const HOSTNAME = new RegExp(
  `^(?:[${CHARACTER}](?:-?[${CHARACTER}]{0,62})?|(?:[${CHARACTER}](?:[-${CHARACTER}]{0,61}[${CHARACTER}])?\\.)+[a-zA-Z\\p{L}]{2,63})$`,
  'u',
);
const encoder = new TextEncoder();

function isHostname(text: string): boolean {
  const sizeOf = (part: string): number => encoder.encode(part).length;
  return sizeOf(text) <= 255 && HOSTNAME.test(text) && text.split('.').every((part) => sizeOf(part) <= 63);
}

/** Units by their exact names, and words that begin with one of the last column. */
const UNITS = new Set(['ns', 'us', 'µs', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk']);
const UNIT_WORD = /^(?:nano|micro|milli|sec|min|hour|day|week)/;

/** Go's durations, or any string with an amount and a unit in it. */
function isDuration(text: string): boolean {
  if (parseGoDuration(text) !== undefined) return true;
  let isFound = false;
  for (const [, digits = '', name = ''] of text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
    if (BigInt(digits) >= 2n ** 63n) return false;
    const unit = name.toLowerCase();
    isFound ||= UNITS.has(unit) || UNIT_WORD.test(unit);
  }
  return isFound;
}
