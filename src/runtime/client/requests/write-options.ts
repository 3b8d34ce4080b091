/** Options of writes, merged with a client's defaults. */
import type { ClientDefaults, PatchOptions, WriteOptions } from '../client.js';
import type { Query } from './resource-path.js';

/** Query of a write. A call's own options win, except that a dry-run client never writes. */
export function writeQuery(options: PatchOptions, defaults: ClientDefaults): Query {
  return {
    dryRun: isDryRun(options, defaults) ? 'All' : undefined,
    fieldManager: options.fieldManager ?? defaults.fieldManager,
    fieldValidation: options.fieldValidation ?? defaults.fieldValidation,
    force: options.force ? true : undefined,
  };
}

/** True when nothing may be stored. */
export function isDryRun(options: { readonly dryRun?: boolean }, defaults: ClientDefaults): boolean {
  return defaults.dryRun === true || options.dryRun === true;
}

/** Server-side apply is about who owns which field, so it needs a name. */
export function fieldManagerOf(options: WriteOptions, defaults: ClientDefaults): string {
  const manager = options.fieldManager ?? defaults.fieldManager;
  if (!manager) throw new TypeError("apply needs a field manager: apply(object, { fieldManager: 'my-controller' })");
  return manager;
}
