/** Options of writes, merged with a client's defaults. */
import { InvalidCallError, quoted } from '../../object/invalid-call.js';
import type { ClientDefaults, PatchOptions, WriteOptions } from '../client.js';
import type { Query } from './resource-path.js';

/** Query of a write. A call's own options win, except that a dry-run client never writes. */
export function writeQuery(options: PatchOptions, defaults: ClientDefaults): Query {
  const { force, fieldManager } = options;
  // Any other value that is truthy, such as "false", would take fields from their owners.
  if (force !== undefined && typeof force !== 'boolean')
    throw new InvalidCallError(`invalid force ${quoted(force)}: use true or false`);
  if (fieldManager === '' || (fieldManager !== undefined && typeof fieldManager !== 'string'))
    throw new InvalidCallError(`invalid fieldManager ${quoted(fieldManager)}: use a non-empty string, or omit it`);
  return {
    dryRun: isDryRun(options, defaults) ? 'All' : undefined,
    fieldManager: fieldManager ?? defaults.fieldManager,
    fieldValidation: options.fieldValidation ?? defaults.fieldValidation,
    force: force ? true : undefined,
  };
}

/** True when nothing may be stored. */
export function isDryRun(options: { readonly dryRun?: boolean }, defaults: ClientDefaults): boolean {
  const { dryRun = false } = options;
  // "All" is how the API spells it; a value that is not understood must not become a real write.
  if (typeof dryRun !== 'boolean') throw new InvalidCallError(`invalid dryRun ${quoted(dryRun)}: use true or false`);
  return dryRun || defaults.dryRun === true;
}

/** Server-side apply is about who owns which field, so it needs a name. */
export function fieldManagerOf(options: WriteOptions, defaults: ClientDefaults): string {
  const manager = options.fieldManager ?? defaults.fieldManager;
  if (!manager)
    throw new InvalidCallError("apply needs a field manager: apply(object, { fieldManager: 'my-controller' })");
  return manager;
}
