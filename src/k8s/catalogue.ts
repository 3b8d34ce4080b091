/** Every built-in resource, for programs that act as an API server. */
import type { BuiltinKind } from './builtin.js';
import { rows } from './generated/catalogue.js';

export type { BuiltinKind, BuiltinSchema, BuiltinSubresource } from './builtin.js';
export { builtinSchema } from './schemas.js';

/** All resources of all group versions that the pinned Kubernetes can serve, by group, version and plural. */
export function allBuiltinKinds(): readonly BuiltinKind[] {
  return rows;
}
