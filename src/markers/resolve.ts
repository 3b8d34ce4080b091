/** Raw marker + catalogue → typed value, or what is wrong with it. */
import type { JsonValue } from '../model/schema.js';
import { isForeignName } from './catalogue/foreign.js';
import { MARKERS, MARKERS_BY_NAME } from './catalogue/catalogue.js';
import type { MarkerDefinition, MarkerTarget } from './definition.js';
import { lookUp, type MarkerArguments, parseArguments, splitMarker } from './grammar.js';
import { MarkerSyntaxError } from './lexer.js';
import { nearest } from './suggest.js';

/** A marker with its meaning. */
export interface ResolvedMarker {
  readonly definition: MarkerDefinition;
  readonly arguments: MarkerArguments;
}

/** What is wrong with a marker, and where in its text. */
export interface MarkerProblem {
  readonly code: 'marker-unknown' | 'marker-misplaced' | 'marker-invalid';
  readonly message: string;
  readonly fix: string;
  readonly index: number;
  readonly length: number;
}

/** The result of looking a marker up. */
export type Resolution =
  | { readonly kind: 'marker'; readonly marker: ResolvedMarker }
  | { readonly kind: 'problem'; readonly problem: MarkerProblem }
  /** A line that is not a marker. */
  | { readonly kind: 'ignored' };

const TARGET_NAMES: Readonly<Record<MarkerTarget, string>> = {
  package: 'groupversion.ts or the header of a file',
  type: 'a type',
  field: 'a field',
};

/** The definition that a marker's text means, whatever its target. */
export function definitionOf(text: string): MarkerDefinition | undefined {
  return lookUp(splitMarker(text), MARKERS_BY_NAME) ?? MARKERS_BY_NAME.get(bareName(text));
}

/** Finds out what a marker means at a target. */
export function resolveMarker(text: string, target: MarkerTarget): Resolution {
  const split = splitMarker(text);
  const bare = bareName(text);
  if (isForeignName(split.name)) return { kind: 'ignored' };
  const definition = lookUp(split, MARKERS_BY_NAME) ?? commentedDefinition(bare);
  if (definition === undefined) return unknown(text, bare);
  if (definition.isForeign) return { kind: 'ignored' };
  if (!definition.targets.includes(target)) return misplaced(definition, target);
  try {
    return { kind: 'marker', marker: { definition, arguments: parseArguments(split, definition) } };
  } catch (error) {
    if (!(error instanceof MarkerSyntaxError)) throw error;
    return invalid(text, definition, error);
  }
}

/** The value of a marker `+name=value`. */
export function valueOf(marker: ResolvedMarker): JsonValue | undefined {
  return marker.arguments.kind === 'anonymous' ? marker.arguments.value : undefined;
}

/** An argument of a marker `+name:argument=value`. */
export function argumentOf(marker: ResolvedMarker, name: string): JsonValue | undefined {
  return marker.arguments.kind === 'named' ? marker.arguments.values.get(name) : undefined;
}

/** An argument that is a string and not empty. */
export function textOf(marker: ResolvedMarker, name: string): string | undefined {
  const value = argumentOf(marker, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The members of an argument that is a list. */
export function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** `+k8s:required # why` has its name before the comment. */
function commentedDefinition(bare: string): MarkerDefinition | undefined {
  const definition = MARKERS_BY_NAME.get(bare);
  return definition?.allowsTrailingComment ? definition : undefined;
}

function bareName(text: string): string {
  return /^\+([^\s=]*)/.exec(text)?.[1] ?? '';
}

const OLD_NAMES: Readonly<Record<string, string>> = {
  'kubebuilder:printercolumn': 'kubebuilder:printcolumn',
  'kubebuilder:resource:path': 'kubebuilder:resource:path=…',
  'kubebuilder:categories': 'kubebuilder:resource:categories=…',
  'kubebuilder:immutable': 'k8s:immutable',
  'kubebuilder:validation:nullable': 'nullable',
  'kubebuilder:validation:Nullable': 'nullable',
  'kubebuilder:validation:immutable': 'k8s:immutable',
  'kubebuilder:validation:Default': 'kubebuilder:default',
  'kubebuilder:validation:default': 'kubebuilder:default',
  enum: 'k8s:enum',
};

function unknown(text: string, bare: string): Resolution {
  const isOurs = /^(?:kubebuilder|k8s|kbts):/.test(bare);
  const names = MARKERS.filter((definition) => isOurs || !definition.name.includes(':')).map(({ name }) => name);
  const guess = OLD_NAMES[bare] ?? nearest(bare, names) ?? nearest(bare.slice(0, bare.lastIndexOf(':')), names);
  // Other words after a plus are prose, unless they are a slip of one of the short names.
  if (
    !isOurs &&
    (guess === undefined || bare === guess || Math.abs(bare.length - guess.length) > 1 || bare.length < 5)
  ) {
    return { kind: 'ignored' };
  }
  const fix = guess === undefined ? 'see docs/markers.md for all markers' : `did you mean "+${guess}"?`;
  const name = /\s=/.test(text) ? `${bare} (a marker has no blank before "=")` : bare;
  return problem('marker-unknown', `there is no marker "${name}"`, fix, 1, bare.length);
}

function misplaced(definition: MarkerDefinition, target: MarkerTarget): Resolution {
  const places = definition.targets.map((place) => TARGET_NAMES[place]).join(' or ');
  const message = `the marker "${definition.name}" has no meaning on ${TARGET_NAMES[target]}`;
  return problem('marker-misplaced', message, `it belongs on ${places}`, 1, definition.name.length);
}

function invalid(text: string, definition: MarkerDefinition, error: MarkerSyntaxError): Resolution {
  const index = Math.min(error.index, text.length);
  const message = `the marker "${definition.name}" is wrong: ${error.message}`;
  return problem(
    'marker-invalid',
    message,
    `write it like ${definition.example}`,
    index,
    Math.max(1, text.length - index),
  );
}

function problem(code: MarkerProblem['code'], message: string, fix: string, index: number, length: number): Resolution {
  return { kind: 'problem', problem: { code, message, fix, index, length } };
}
