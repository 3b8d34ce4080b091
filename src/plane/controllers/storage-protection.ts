/** Lets storage go that is deleted and no longer used, as the protection controllers of kube-controller-manager do. */
import type { Backend } from '../backend.js';
import { isObject } from '../../kubernetes/json/json-value.js';
import { section, type ApiObject } from '../storage/api-object.js';
import type { BuiltinController } from './controller-loop.js';
import { InternalClient } from './internal-client.js';

const CLAIM = 'kubernetes.io/pvc-protection';
const VOLUME = 'kubernetes.io/pv-protection';
const COLLECTIONS = new Set(['/pods', '/persistentvolumeclaims', '/persistentvolumes']);

/** Looks at everything when a pod, a claim or a volume changes: there are few of them. */
export function storageProtection(backend: Backend): BuiltinController {
  const client = new InternalClient(backend);
  return {
    name: 'storage-protection-controller',
    keysFor: (collection) => (COLLECTIONS.has(collection) ? ['all'] : []),
    reconcile: async () => {
      const claims = client.type('', 'v1', 'PersistentVolumeClaim');
      const volumes = client.type('', 'v1', 'PersistentVolume');
      const pods = client.list(client.type('', 'v1', 'Pod'));
      const release = async (object: ApiObject, type: typeof claims, finalizer: string): Promise<void> => {
        const { deletionTimestamp, finalizers = [] } = object.metadata;
        if (deletionTimestamp === undefined || !finalizers.includes(finalizer)) return;
        await client.patch(object, type, { metadata: { finalizers: finalizers.filter((one) => one !== finalizer) } });
      };
      for (const claim of client.list(claims))
        if (!pods.some((pod) => isUsing(pod, claim))) await release(claim, claims, CLAIM);
      for (const volume of client.list(volumes))
        if (section(volume, 'status')['phase'] !== 'Bound') await release(volume, volumes, VOLUME);
    },
  };
}

/** Pods that have ended use nothing. */
function isUsing(pod: ApiObject, { metadata }: ApiObject): boolean {
  if (pod.metadata.namespace !== metadata.namespace) return false;
  if (['Succeeded', 'Failed'].includes(String(section(pod, 'status')['phase']))) return false;
  const { volumes } = section(pod, 'spec');
  return (Array.isArray(volumes) ? volumes : []).some((volume) => {
    const claim = isObject(volume) ? volume['persistentVolumeClaim'] : undefined;
    return isObject(claim) && claim['claimName'] === metadata.name;
  });
}
