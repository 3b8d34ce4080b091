/** Text of a marker → name and arguments. */
import type { JsonValue } from '../model/schema.js';
import type { MarkerDefinition, MarkerForm } from './definition.js';
import { describe, Lexer, MarkerSyntaxError } from './lexer.js';
import { parseValue } from './values.js';

/** A marker's text cut at its first `=`. */
export interface SplitMarker {
  /** Everything before `=`, without `+`. */
  readonly name: string;
  /** `name` without its last `:`-segment; equal to `name` when there is no value. */
  readonly parent: string;
  readonly value?: string;
  /** Index of the value in the text. */
  readonly valueIndex: number;
}

/** What a marker's arguments say: one value, or values by name. */
export type MarkerArguments =
  | { readonly kind: 'empty' }
  | { readonly kind: 'anonymous'; readonly value: JsonValue | undefined }
  | { readonly kind: 'named'; readonly values: ReadonlyMap<string, JsonValue> };

/** Cuts `+name:argument=value` into its parts; the text begins with `+`. */
export function splitMarker(text: string): SplitMarker {
  const equals = text.indexOf('=');
  if (equals < 0) {
    const name = text.slice(1).trimEnd();
    return { name, parent: name, valueIndex: text.length };
  }
  const name = text.slice(1, equals);
  const colon = name.lastIndexOf(':');
  return {
    name,
    parent: colon < 0 ? name : name.slice(0, colon),
    value: text.slice(equals + 1),
    valueIndex: equals + 1,
  };
}

/** The definition that a marker's text means, if there is one. */
export function lookUp<T extends MarkerDefinition>(
  split: SplitMarker,
  definitions: ReadonlyMap<string, T>,
): T | undefined {
  return definitions.get(split.name) ?? definitions.get(split.parent);
}

/** Reads the arguments; throws `MarkerSyntaxError` with an index into the marker's text. */
export function parseArguments(split: SplitMarker, definition: MarkerDefinition): MarkerArguments {
  const { form } = definition;
  const cut = definition.allowsTrailingComment ? cutComment(split) : split;
  if (form.kind === 'named') return parseNamed(cut, definition.name, form);
  const lexer = new Lexer(cut.value ?? '');
  try {
    if (form.kind === 'empty') return parseEmpty(cut, lexer);
    return parseAnonymous(lexer, form);
  } catch (error) {
    throw moved(error, cut.valueIndex);
  }
}

function cutComment(split: SplitMarker): SplitMarker {
  const hash = split.value?.indexOf('#') ?? -1;
  if (hash >= 0) return { ...split, value: split.value?.slice(0, hash) };
  const nameHash = split.name.indexOf('#');
  return nameHash < 0 ? split : { ...split, name: split.name.slice(0, nameHash).trimEnd() };
}

function parseEmpty(split: SplitMarker, lexer: Lexer): MarkerArguments {
  if (split.value === undefined) return { kind: 'empty' };
  throw new MarkerSyntaxError(`this marker takes no value, got ${JSON.stringify(split.value)}`, lexer.position);
}

function parseAnonymous(lexer: Lexer, form: Extract<MarkerForm, { kind: 'anonymous' }>): MarkerArguments {
  if (lexer.text === '') {
    const isSlice = typeof form.type === 'object' && 'slice' in form.type;
    if (!form.isOptional && !isSlice) throw new MarkerSyntaxError('a value is missing', 0);
    return { kind: 'anonymous', value: isSlice ? [] : undefined };
  }
  const value = parseValue(lexer, form.type);
  rejectRest(lexer);
  return { kind: 'anonymous', value };
}

function parseNamed(split: SplitMarker, name: string, form: Extract<MarkerForm, { kind: 'named' }>): MarkerArguments {
  // The segment after the definition's name is the first argument's name.
  const prefix = split.name === name ? '' : split.name.slice(name.length + 1);
  const text = split.value === undefined ? prefix : split.name === name ? split.value : `${prefix}=${split.value}`;
  const offset = split.valueIndex - (split.value !== undefined && split.name !== name ? prefix.length + 1 : 0);
  const lexer = new Lexer(text);
  try {
    const values = namedValues(lexer, form);
    const missing = form.arguments.filter((argument) => !argument.isOptional && !values.has(argument.name));
    if (missing.length > 0) {
      const names = missing.map((argument) => `"${argument.name}"`).join(', ');
      throw new MarkerSyntaxError(`missing argument ${names}`, 0);
    }
    return { kind: 'named', values };
  } catch (error) {
    throw moved(error, offset);
  }
}

function namedValues(lexer: Lexer, form: Extract<MarkerForm, { kind: 'named' }>): Map<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  if (lexer.peek() === '') return values;
  for (;;) {
    const token = lexer.next();
    if (token.kind !== 'identifier') {
      throw new MarkerSyntaxError(`expected an argument name, got ${describe(token)}`, token.start);
    }
    const argument = form.arguments.find(({ name }) => name === token.text);
    if (argument === undefined) throw unknownArgument(token.text, form, token.start);
    lexer.expect('=', '"=" after the argument name');
    values.set(token.text, parseValue(lexer, argument.type));
    if (lexer.peek() === '') return values;
    lexer.expect(',', '"," between arguments');
  }
}

function unknownArgument(name: string, form: Extract<MarkerForm, { kind: 'named' }>, index: number) {
  const known = form.arguments.map((argument) => argument.name).join(', ');
  return new MarkerSyntaxError(`unknown argument "${name}"; there are ${known}`, index);
}

function rejectRest(lexer: Lexer): void {
  if (lexer.peek() === '') return;
  const rest = JSON.stringify(lexer.text.slice(lexer.position));
  throw new MarkerSyntaxError(
    `unexpected ${rest} after the value; quote a string that contains such characters`,
    lexer.position,
  );
}

function moved(error: unknown, offset: number): unknown {
  return error instanceof MarkerSyntaxError ? new MarkerSyntaxError(error.message, error.index + offset) : error;
}
