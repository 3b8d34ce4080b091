/** JSDoc tags that are sugar for markers. */
import type { JsonSchema, JsonValue } from '../model/schema.js';
import { parseJson } from './json.js';
import { MARKERS_BY_NAME } from './catalogue/catalogue.js';
import type { MarkerArguments } from './grammar.js';
import type { ResolvedMarker } from './resolve.js';

/** What a tag means. */
export type TagMeaning =
  | { readonly kind: 'markers'; readonly markers: readonly ResolvedMarker[] }
  /** `@default` and `@example` are often prose; the field's schema decides. */
  | { readonly kind: 'value'; readonly keyword: 'default' | 'example' }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'deprecated' }
  | { readonly kind: 'wrong'; readonly message: string; readonly fix: string }
  | { readonly kind: 'other' };

const NUMBERS: Readonly<Record<string, string>> = {
  minimum: 'Minimum',
  maximum: 'Maximum',
  multipleOf: 'MultipleOf',
  minLength: 'MinLength',
  maxLength: 'MaxLength',
  minItems: 'MinItems',
  maxItems: 'MaxItems',
  minProperties: 'MinProperties',
  maxProperties: 'MaxProperties',
};

const TEXTS: Readonly<Record<string, string>> = {
  pattern: 'kubebuilder:validation:Pattern',
  format: 'kubebuilder:validation:Format',
  title: 'kubebuilder:title',
  listType: 'listType',
  listMapKey: 'listMapKey',
  mapType: 'mapType',
};

const FLAGS: Readonly<Record<string, string>> = {
  nullable: 'nullable',
  immutable: 'k8s:immutable',
  schemaless: 'kubebuilder:validation:Schemaless',
};

const VALIDATION: ReadonlySet<string> = new Set([
  ...Object.keys(NUMBERS),
  'pattern',
  'listType',
  'listMapKey',
  'mapType',
  'schemaless',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'cel',
]);

/** Whether a tag says something about values, and nothing else in the docs of other programs. */
export function isValidationTag(name: string): boolean {
  return VALIDATION.has(name);
}

/** Finds out what a tag means; tags of no concern are `other`. */
export function readTag(name: string, text: string): TagMeaning {
  const value = text.trim();
  if (Object.hasOwn(NUMBERS, name)) return numberTag(name, value, `kubebuilder:validation:${NUMBERS[name] ?? ''}`);
  if (Object.hasOwn(TEXTS, name)) {
    if (value === '') return { kind: 'wrong', message: `the tag @${name} has no value`, fix: `write @${name} <value>` };
    const literal = name === 'pattern' ? /^\/(.+)\/([a-z]*)$/s.exec(value) : null;
    if (literal !== null) return regexLiteral(value, literal[1] ?? '', literal[2] ?? '');
    return markers(anonymous(TEXTS[name] ?? '', stripQuotes(value)));
  }
  if (Object.hasOwn(FLAGS, name)) return markers(make(FLAGS[name] ?? '', { kind: 'empty' }));
  switch (name) {
    case 'exclusiveMinimum':
      return exclusiveTag(name, value, 'Minimum');
    case 'exclusiveMaximum':
      return exclusiveTag(name, value, 'Maximum');
    case 'cel':
      return celTag(value);
    case 'see':
      return /^https?:\/\/\S+$/.test(value)
        ? markers(make('kubebuilder:externalDocs', { kind: 'named', values: new Map([['url', value]]) }))
        : { kind: 'other' };
    case 'default':
    case 'example':
      return { kind: 'value', keyword: name };
    case 'kubebuilder':
    case 'k8s':
    case 'kbts':
      return value.startsWith(':')
        ? { kind: 'wrong', message: 'a marker begins with "+", not with "@"', fix: `write +${name}${value}` }
        : { kind: 'other' };
    case 'internal':
    case 'ignore':
    case 'hidden':
      return { kind: 'hidden' };
    case 'deprecated':
      return { kind: 'deprecated' };
    default:
      return { kind: 'other' };
  }
}

/** `/x/` may be meant as JavaScript's way to write x, or as a pattern with slashes in it. */
function regexLiteral(value: string, inner: string, flags: string): TagMeaning {
  const source = inner.replaceAll(String.raw`\/`, '/');
  const written = /^[imsU]+$/.test(flags) ? `(?${flags})${source}` : source;
  return {
    kind: 'wrong',
    message: `the tag @pattern takes the expression alone, so the slashes of ${value} would be a part of it`,
    fix: `write @pattern ${written}; for slashes that the text must have, write @pattern "${value}"`,
  };
}

/** The value of `@default` or `@example`: JSON, or a bare word where the schema takes it. */
export function readTagValue(text: string, schema: JsonSchema): { readonly value: JsonValue } | undefined {
  const trimmed = text.trim();
  try {
    const value = parseJson(trimmed);
    if (fits(value, schema)) return { value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const quoted = /^'([^'\\]*)'$|^`([^`\\$]*)`$/.exec(trimmed);
  const word = quoted === null ? trimmed : (quoted[1] ?? quoted[2] ?? '');
  const isWord = quoted !== null || schema.enum?.includes(trimmed) === true || isPlainWord(trimmed);
  const isAllowed = schema.enum === undefined || schema.enum.includes(word);
  return schema.type === 'string' && isWord && isAllowed ? { value: word } : undefined;
}

/** Words that say that there is no value. */
const NO_TEXT = /^(?:undefined|null|nan|none|n\/a)$/i;

/** A word that can only be meant as a string. */
function isPlainWord(text: string): boolean {
  return /^[\p{L}\d./][^\s'"`{}[\]()]*$/u.test(text) && !NO_TEXT.test(text);
}

function fits(value: JsonValue, schema: JsonSchema): boolean {
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return typeof value === schema.type;
    case 'integer':
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return true;
  }
}

function numberTag(tag: string, text: string, name: string): TagMeaning {
  const value = parseNumber(text);
  if (value === undefined)
    return { kind: 'wrong', message: `the tag @${tag} needs a number, got "${text}"`, fix: `write @${tag} 1` };
  return markers(anonymous(name, value));
}

/** In JSON Schema's newer form the tag carries the bound itself. */
function exclusiveTag(tag: string, text: string, bound: 'Minimum' | 'Maximum'): TagMeaning {
  const flag = anonymous(`kubebuilder:validation:Exclusive${bound}`, true);
  if (text === '' || text === 'true') return markers(flag);
  const value = parseNumber(text);
  if (value === undefined)
    return { kind: 'wrong', message: `the tag @${tag} needs a number, got "${text}"`, fix: `write @${tag} 0` };
  return markers(anonymous(`kubebuilder:validation:${bound}`, value), flag);
}

function celTag(text: string): TagMeaning {
  if (text === '') return { kind: 'wrong', message: 'the tag @cel has no rule', fix: 'write @cel <rule> -- <message>' };
  const [rule = '', message] = text.replaceAll(/\s+/g, ' ').split(' -- ');
  const values = new Map<string, JsonValue>([['rule', rule.trim()]]);
  if (message !== undefined) values.set('message', message.trim());
  return markers(make('kubebuilder:validation:XValidation', { kind: 'named', values }));
}

function parseNumber(text: string): number | bigint | undefined {
  if (!/^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

function stripQuotes(text: string): string {
  return /^(["'`])(.*)\1$/s.exec(text)?.[2] ?? text;
}

function markers(...list: ResolvedMarker[]): TagMeaning {
  return { kind: 'markers', markers: list };
}

function anonymous(name: string, value: JsonValue): ResolvedMarker {
  return make(name, { kind: 'anonymous', value });
}

function make(name: string, args: MarkerArguments): ResolvedMarker {
  const definition = MARKERS_BY_NAME.get(name);
  if (definition === undefined) throw new Error(`no marker ${name}`);
  return { definition, arguments: args };
}

/** A marker that a tag's value stands for. */
export function valueMarker(keyword: 'default' | 'example', value: JsonValue): ResolvedMarker {
  return anonymous(`kubebuilder:${keyword}`, value);
}
