/** The columns that `kubectl get` shows for built-in resources, from a real API server. */
import { packed } from './generated/columns.js';
import { unpack } from './packed.js';

/** One column of a table. */
export interface BuiltinColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

const table = unpack<Readonly<Record<string, readonly BuiltinColumn[]>>>(packed);

/** The columns of a resource, by group and plural (`apps/deployments`); `autoscaling/scale` is the subresource. */
export function builtinColumns(id: string): readonly BuiltinColumn[] | undefined {
  return Object.hasOwn(table(), id) ? table()[id] : undefined;
}
