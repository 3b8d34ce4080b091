/** What the server sets on Services, Secrets, PodDisruptionBudgets, PersistentVolumes and their claims. */
import { section, type ApiObject } from '../../storage/api-object.js';
import { takenValues, withKeptValues, withServiceValues } from './service-values.js';
import { withIngressClass, withStorageClass } from '../default-classes.js';
import { completeServiceStatus } from '../status/small-statuses.js';
import type { KindRules } from '../builtin-rules.js';
import { isObject, type JsonObject } from '../../../kubernetes/json/json-value.js';

/** Rules of Service: addresses and ports of its own. */
export const serviceRules: KindRules = {
  prepareCreate: withServiceValues,
  prepareUpdate: withKeptValues,
  prepareStatus: completeServiceStatus,
  taken: takenValues,
};

/** Rules of Secret: `stringData` goes into `data`. */
export const secretRules: KindRules = {
  setDefaults: (object) => {
    const { stringData, ...rest } = object;
    const secret = {
      ...rest,
      type: object['type'] === undefined || object['type'] === '' ? 'Opaque' : object['type'],
    } as ApiObject;
    if (!isObject(stringData)) return secret;
    const encoded = Object.entries(stringData).map(([key, value]) => [
      key,
      Buffer.from(String(value)).toString('base64'),
    ]);
    return { ...secret, data: { ...section(object, 'data'), ...(Object.fromEntries(encoded) as JsonObject) } };
  },
};

/** Rules of PodDisruptionBudget. */
export const budgetRules: KindRules = {
  prepareCreate: (object) => ({
    ...object,
    status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
  }),
};

/** Rules of PersistentVolumeClaim. */
export const claimRules: KindRules = {
  admit: (object, others) => protect(withStorageClass(object, others), 'kubernetes.io/pvc-protection'),
  prepareCreate: (object) => ({ ...object, status: { phase: 'Pending' } }),
  prepareStatus: (object) => ({ ...object, status: { phase: 'Pending', ...section(object, 'status') } }),
};

/** Rules of Ingress. */
export const ingressRules: KindRules = { admit: withIngressClass };

/** Rules of PersistentVolume. */
export const volumeRules: KindRules = {
  admit: (object) => protect(object, 'kubernetes.io/pv-protection'),
  prepareStatus: (after, before, { now }) => {
    const status = section(after, 'status');
    if (status['phase'] === section(before, 'status')['phase']) return after;
    return { ...after, status: { lastPhaseTransitionTime: now, ...status } };
  },
};

/** The finalizer that keeps storage while something uses it. */
function protect(object: ApiObject, finalizer: string): ApiObject {
  const { finalizers = [] } = object.metadata;
  if (finalizers.includes(finalizer)) return object;
  return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } };
}
