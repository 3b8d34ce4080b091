/** Empties namespaces that are being deleted, then lets them go. */
import { parseApiVersion } from '../../kubernetes/version/api-version.js';
import { section } from '../storage/api-object.js';
import type { Backend } from '../backend.js';
import { NAMESPACES } from '../resources/namespace-lifecycle.js';
import type { BuiltinController } from './controller-loop.js';
import { InternalClient } from './internal-client.js';

/** Namespace deletion. Keys are names. */
export function namespaceController(backend: Backend): BuiltinController {
  const client = new InternalClient(backend);
  return {
    name: 'namespace-controller',
    keysFor: (collection, { object, type }) => {
      if (collection === NAMESPACES) {
        return object.metadata.deletionTimestamp === undefined ? [] : [object.metadata.name ?? ''];
      }
      // The last object of a namespace may be what its deletion waits for.
      return type === 'DELETED' && object.metadata.namespace !== undefined ? [object.metadata.namespace] : [];
    },
    reconcile: (name) => finalize(backend, client, name),
  };
}

async function finalize(backend: Backend, client: InternalClient, name: string): Promise<void> {
  const namespaces = backend.store.collection(NAMESPACES);
  const namespace = namespaces.get(`/${name}`);
  if (namespace?.metadata.deletionTimestamp === undefined) return;
  let remaining = 0;
  for (const collection of backend.store.collectionNames()) {
    for (const object of backend.store.collection(collection).snapshot().objects) {
      if (object.metadata.namespace !== name) continue;
      const { group, version } = parseApiVersion(object.apiVersion);
      const type = backend.registry.findKind(group, version, object.kind);
      if (type !== undefined && object.metadata.deletionTimestamp === undefined) {
        await client.remove(object, type, { propagationPolicy: 'Background', gracePeriodSeconds: 0 });
      }
      const key = `${name}/${object.metadata.name ?? ''}`;
      if (backend.store.collection(collection).get(key) !== undefined) remaining++;
    }
  }
  if (remaining > 0) return;
  const current = namespaces.get(`/${name}`);
  if (current === undefined) return;
  const { finalizers: _finalizers, ...spec } = section(current, 'spec');
  if ((current.metadata.finalizers ?? []).length === 0) namespaces.remove(current);
  else namespaces.update(current, { ...current, spec });
}
