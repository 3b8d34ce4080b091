/** The comments of a file, by what they belong to. */
import type { ts } from 'ts-morph';
import type { DocTag, RawMarker } from '../../markers/comment-text.js';
import type { MarkerTarget } from '../../markers/definition.js';

/** What the comments of one declaration say. */
export interface NodeComments {
  readonly description: string;
  readonly markers: readonly RawMarker[];
  readonly tags: readonly DocTag[];
}

/** All comments of a file, sorted out. */
export interface FileComments {
  /** The comments of a type or a field. */
  of(node: ts.Node): NodeComments;
  /** Types and fields with markers or tags, in source order. */
  readonly marked: readonly { readonly node: ts.Node; readonly target: MarkerTarget }[];
  /** Markers that belong to no declaration, or whose only target is the package. */
  readonly free: readonly RawMarker[];
  /** Markers in places where nothing reads them. */
  readonly stray: readonly { readonly marker: RawMarker; readonly reason: string }[];
  /** Tags of docs that belong to no type and no field, such as those of a constant. */
  readonly looseTags: readonly DocTag[];
}
