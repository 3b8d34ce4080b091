/** How checks report what they find. */
import type { KindVersion, MarkerOrigin } from '../model/api.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { DiagnosticCode } from '../model/diagnostic-codes.js';
import type { SchemaNode } from './schema-walk.js';

/** What a check says. */
export type Finding = Pick<Diagnostic, 'severity' | 'message' | 'fix'> & { readonly code: DiagnosticCode };

/** A diagnostic at a place. */
export function at(origin: MarkerOrigin | undefined, finding: Finding): Diagnostic {
  return origin === undefined ? finding : { ...finding, position: origin.position, excerpt: origin.excerpt };
}

/** A diagnostic at the marker that set a keyword, else at the node's declaration, else at the nearest parent's. */
export function atNode(kind: KindVersion, node: SchemaNode, keyword: string, finding: Finding): Diagnostic {
  for (let current: SchemaNode | undefined = node; current !== undefined; current = current.parent) {
    const origin = kind.origins.get(current.schema);
    if (origin === undefined) continue;
    const prefix = current === node ? '' : 'items.';
    return at(origin.markers.get(prefix + keyword) ?? origin, finding);
  }
  return at(kind.origin, finding);
}
