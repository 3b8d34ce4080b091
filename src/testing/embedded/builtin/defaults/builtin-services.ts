/** What the server sets on Services, Secrets, PodDisruptionBudgets and PersistentVolumeClaims. */
import { section, type ApiObject } from '../../storage/api-object.js';
import { takenValues, withKeptValues, withServiceValues } from './service-values.js';
import type { KindRules } from '../builtin-rules.js';
import { isObject, type JsonObject } from '../../json.js';

/** Rules of Service: addresses and ports of its own. */
export const serviceRules: KindRules = {
  prepareCreate: withServiceValues,
  prepareUpdate: withKeptValues,
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
  prepareCreate: (object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      finalizers: [...(object.metadata.finalizers ?? []), 'kubernetes.io/pvc-protection'],
    },
    status: { phase: 'Pending' },
  }),
};
