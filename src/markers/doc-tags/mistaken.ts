/** Tags that look like validation, but that kbts does not read: what to write instead. */
import { MARKERS } from '../catalogue/catalogue.js';
import { nearest } from '../suggest.js';
import { isStandardTag } from './standard.js';

const INTEGER = 'give the field the type Int32 or Int64 of kbts/runtime';
const FORMAT = (name: string): string => `write @format ${name}`;
const ENUM = "give the field a union of literals as its type, such as 'a' | 'b'";
const RULE = 'write @cel <rule> -- <message>';

/** What other generators of schemas and validators call things, in lower case. */
const SYNONYMS: Readonly<Record<string, string>> = {
  defaultvalue: 'write @default to set a default; put words about it into the description',
  initialvalue: 'write @default',
  examples: 'write @example',
  min: 'write @minimum',
  minvalue: 'write @minimum',
  gte: 'write @minimum',
  max: 'write @maximum',
  maxvalue: 'write @maximum',
  lte: 'write @maximum',
  gt: 'write @exclusiveMinimum',
  exclusivemin: 'write @exclusiveMinimum',
  lt: 'write @exclusiveMaximum',
  exclusivemax: 'write @exclusiveMaximum',
  range: 'write @minimum and @maximum',
  positive: 'write @exclusiveMinimum 0',
  negative: 'write @exclusiveMaximum 0',
  nonnegative: 'write @minimum 0',
  step: 'write @multipleOf',
  divisibleby: 'write @multipleOf',
  minlen: 'write @minLength',
  maxlen: 'write @maxLength',
  length: 'write @minLength and @maxLength',
  size: 'write @minLength and @maxLength, or @minItems and @maxItems',
  minsize: 'write @minLength, @minItems or @minProperties',
  maxsize: 'write @maxLength, @maxItems or @maxProperties',
  minelements: 'write @minItems',
  maxelements: 'write @maxItems',
  mincount: 'write @minItems',
  maxcount: 'write @maxItems',
  nonempty: 'write @minLength 1, @minItems 1 or @minProperties 1',
  notempty: 'write @minLength 1, @minItems 1 or @minProperties 1',
  regex: 'write @pattern',
  regexp: 'write @pattern',
  matches: 'write @pattern',
  unique: 'write @listType set',
  uniqueitems: 'write @listType set',
  enums: ENUM,
  oneof: ENUM,
  anyof: ENUM,
  allowedvalues: ENUM,
  astype: INTEGER,
  int: INTEGER,
  int32: INTEGER,
  int64: INTEGER,
  integer: INTEGER,
  isint: INTEGER,
  email: FORMAT('email'),
  ipv4: FORMAT('ipv4'),
  ipv6: FORMAT('ipv6'),
  uri: FORMAT('uri'),
  uuid: FORMAT('uuid'),
  hostname: FORMAT('hostname'),
  rule: RULE,
  validate: RULE,
  validation: RULE,
  additionalproperties: 'give the field the type Record<string, T>, or Json for any value',
  schema: 'write // +kbts:schema',
};

/** Tags that kbts reads, as far as a slip of the pen can lead to them. */
const READ = `minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems
  minProperties maxProperties pattern format listType listMapKey mapType nullable immutable schemaless default example
  title`.split(/\s+/);

/** Markers whose last word can mean nothing else. */
const MARKER_WORDS =
  /^kubebuilder:(?:validation:\w+|pruning:\w+|printcolumn|selectablefield|storageversion|subresource:scale)$/;

/** Where a tag is written. */
export interface TagPlace {
  readonly target: 'type' | 'field';
  /** Whether the field has a `?`; absent for types. */
  readonly isOptional?: boolean;
}

/** What to write instead of a tag that kbts does not read; `undefined` for tags that are about something else. */
export function remedyForTag(name: string, text: string, place: TagPlace): string | undefined {
  const contradiction = presenceRemedy(name, place);
  if (contradiction !== undefined) return contradiction;
  if (name === 'type' || name === 'enum') return typedRemedy(name, text, place);
  if (isStandardTag(name) || name === 'required' || name === 'optional') return undefined;
  const bare = name.replace(/^TJS_?/i, '');
  const lower = bare.toLowerCase();
  if (Object.hasOwn(SYNONYMS, lower)) return SYNONYMS[lower];
  const known = nearest(bare, READ, bare.length < 7 ? 1 : 2);
  if (known !== undefined) return `write @${known}`;
  const marker = MARKERS.find(
    ({ name: full, targets }) =>
      targets.includes(place.target) &&
      MARKER_WORDS.test(full) &&
      full.slice(full.lastIndexOf(':') + 1).toLowerCase() === lower,
  );
  return marker === undefined ? undefined : `write // ${marker.example}`;
}

/** Presence is a matter of the type; a tag that says the opposite is a mistake. */
function presenceRemedy(name: string, { isOptional }: TagPlace): string | undefined {
  if (name === 'optional' && isOptional === false) return 'write a "?" behind the name of the field';
  if (name === 'required' && isOptional === true) return 'remove the "?" behind the name of the field';
  return undefined;
}

/** `@type integer` and `@enum ["a"]`, where JSDoc has a type in braces. */
function typedRemedy(name: 'type' | 'enum', text: string, { target }: TagPlace): string | undefined {
  if (target !== 'field') return undefined;
  if (name === 'type') return /^(?:integer|int|int32|int64|long)$/i.test(text.trim()) ? INTEGER : undefined;
  return /^\s*(?:\{|$)/.test(text) ? undefined : ENUM;
}
