/** Whole objects or metadata only: what to ask for, and how to make the answer look the same. */
import type { KindInfo } from '../../object/kind.js';
import { markProjected } from '../../object/partial.js';
import type { KubeObject } from '../../object/meta.js';

/** `Accept` of a read; undefined for plain JSON. */
export function acceptHeader(kind: KindInfo, shape: 'object' | 'list'): string | undefined {
  if (kind.projection !== 'metadata') return undefined;
  const as = shape === 'object' ? 'PartialObjectMetadata' : 'PartialObjectMetadataList';
  return `application/json;as=${as};g=meta.k8s.io;v=v1`;
}

/**
 * Puts `apiVersion` and `kind` on an object that has just been parsed: items of a list carry none, and metadata-only
 * answers carry those of the projection.
 */
export function stamp(kind: KindInfo, parsed: unknown): unknown {
  const object = parsed as Partial<KubeObject>;
  if (object.kind === undefined || kind.projection === 'metadata') {
    object.apiVersion = kind.apiVersion;
    object.kind = kind.gvk.kind;
  }
  if (kind.projection === 'metadata') markProjected(object);
  return object;
}
