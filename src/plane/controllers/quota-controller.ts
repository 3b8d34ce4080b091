/** Keeps the status of ResourceQuotas: the limits of the spec, and what the objects of the namespace use. */
import { section, type ApiObject } from '../storage/api-object.js';
import type { Backend } from '../backend.js';
import { jsonEqual } from '../../kubernetes/json/json-value.js';
import { matches } from '../plugins/quota/resource-quota.js';
import { evaluatorOf, ZERO } from '../plugins/quota/usage.js';
import { plus, resourceList, storedList, type ResourceList } from '../builtin/resource-list.js';
import type { BuiltinController } from './controller-loop.js';
import { InternalClient } from './internal-client.js';

/** Adds up again when something of a namespace comes, goes or changes. Keys are namespaces. */
export function quotaController(backend: Backend): BuiltinController {
  const client = new InternalClient(backend);
  return {
    name: 'resourcequota-controller',
    keysFor: (_collection, { object }) => {
      const { namespace } = object.metadata;
      if (namespace === undefined || backend.store.collection('/resourcequotas').size === 0) return [];
      return [namespace];
    },
    reconcile: async (namespace) => {
      const type = client.type('', 'v1', 'ResourceQuota');
      for (const quota of client.list(type, namespace)) {
        const hard = resourceList(section(quota, 'spec')['hard']);
        const status = { hard: storedList(hard), used: storedList(usageOf(client, quota, hard)) };
        if (!jsonEqual(section(quota, 'status'), status)) await client.patch(quota, type, { status }, 'status');
      }
    },
  };
}

function usageOf(client: InternalClient, quota: ApiObject, hard: ResourceList): ResourceList {
  const limited = { ...quota, status: { hard: storedList(hard) } };
  let used: ResourceList = new Map([...hard.keys()].map((name) => [name, ZERO]));
  const counted = new Set<string>();
  for (const type of client.backend.registry.all()) {
    const evaluator = type.isNamespaced && !counted.has(type.collection) ? evaluatorOf(type) : undefined;
    if (evaluator === undefined || ![...hard.keys()].some((name) => evaluator.concerns(name))) continue;
    counted.add(type.collection);
    for (const object of client.list(type, quota.metadata.namespace)) {
      if (matches(limited, object, evaluator)) used = plus(used, evaluator.usage(object));
    }
  }
  return new Map([...used].filter(([name]) => hard.has(name)));
}
