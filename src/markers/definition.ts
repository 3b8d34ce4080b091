/** What a marker definition is: the shape of the catalogue's entries. */

/** Where a marker may stand. */
export type MarkerTarget = 'package' | 'type' | 'field';

/** How an argument is written; see `values.ts`. */
export type ArgumentType =
  | 'string'
  | 'int'
  | 'number'
  | 'bool'
  | 'any'
  | 'raw'
  | { readonly slice: ArgumentType }
  | { readonly map: ArgumentType };

/** One argument of a marker. */
export interface ArgumentDefinition {
  readonly name: string;
  readonly type: ArgumentType;
  readonly isOptional?: boolean;
  readonly doc: string;
}

/** How a marker takes its arguments: `+a`, `+a=value`, or `+a:name=value,name=value`. */
export type MarkerForm =
  | { readonly kind: 'empty' }
  | { readonly kind: 'anonymous'; readonly type: ArgumentType; readonly isOptional?: boolean }
  | { readonly kind: 'named'; readonly arguments: readonly ArgumentDefinition[] };

/** One marker. */
export interface MarkerDefinition {
  readonly name: string;
  readonly targets: readonly MarkerTarget[];
  readonly form: MarkerForm;
  /** One or more sentences for the reference and `--explain`. */
  readonly doc: string;
  /** A line as a user would write it. */
  readonly example: string;
  /** Chapter of the reference. */
  readonly chapter: MarkerChapter;
  /** Read by other tools; accepted anywhere, without effect here. */
  readonly isForeign?: boolean;
  /** Schema markers run in ascending priority, then in source order. Default 10. */
  readonly priority?: number;
  /** A `#` begins a comment in the value. */
  readonly allowsTrailingComment?: boolean;
  /** What to write instead. The marker still works. */
  readonly replacement?: string;
}

/** Chapters of the marker reference, in order. */
export type MarkerChapter = 'package' | 'kind' | 'validation' | 'field' | 'topology' | 'rbac' | 'webhook' | 'foreign';
