/** How checks report what they find. */
import type { KindVersion, MarkerOrigin } from '../model/api.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { DiagnosticCode } from '../model/diagnostic-codes.js';
import type { SchemaNode } from './schema-walk.js';

/** A problem that a check found, without its place. */
export type Problem = Pick<Diagnostic, 'severity' | 'message' | 'fix'> & { readonly code: DiagnosticCode };

/** A diagnostic at a place. */
export function at(origin: MarkerOrigin | undefined, problem: Problem): Diagnostic {
  return origin === undefined ? problem : { ...problem, position: origin.position, excerpt: origin.excerpt };
}

/** A diagnostic at the marker that set a keyword, else at the node's declaration, else at the nearest parent's. */
export function atNode(kind: KindVersion, node: SchemaNode, keyword: string, problem: Problem): Diagnostic {
  for (let current: SchemaNode | undefined = node; current !== undefined; current = current.parent) {
    const origin = kind.origins.get(current.schema);
    if (origin === undefined) continue;
    const prefix = current === node ? '' : 'items.';
    return at(origin.markers.get(prefix + keyword) ?? origin, problem);
  }
  return at(kind.origin, problem);
}
