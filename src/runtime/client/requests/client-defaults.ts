/** Defaults of clients, and how one client's become another's. */
import { InvalidCallError, quoted } from '../../object/invalid-call.js';
import type { ClientDefaults } from '../client.js';

/**
 * The defaults of a client made with `with`. An undefined namespace or owner is an error: it would silently widen the
 * client to all namespaces, or create children without an owner. Other undefined values keep the base.
 */
export function mergeDefaults(base: ClientDefaults, given: ClientDefaults): ClientDefaults {
  const { namespace, owner, dryRun } = given;
  if (
    'namespace' in given &&
    (typeof namespace !== 'string' || !/^[^/]+$/.test(namespace) || /^\.\.?$/.test(namespace))
  )
    throw new InvalidCallError(`invalid default namespace ${quoted(namespace)}: use a non-empty string, or omit it`);
  if ('owner' in given && (typeof owner !== 'object' || owner === null))
    throw new InvalidCallError(`invalid default owner ${quoted(owner)}: pass an object that was read, or omit it`);
  if (dryRun !== undefined && typeof dryRun !== 'boolean')
    throw new InvalidCallError(`invalid default dryRun ${quoted(dryRun)}: use true or false`);
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(present) };
}
