/** The plugins around a write, in the order of kube-apiserver: the own ones, then policies and webhooks, quotas last. */
import type { Admission, AdmissionAttempt, Backend } from '../backend.js';
import { certificates } from './certificates.js';
import { isLimited, limitRanger } from './limit-ranger.js';
import type { AdmissionPlugin, PluginContext } from './plugin.js';
import { isCounted, resourceQuota } from './quota/resource-quota.js';
import { isSecured, podSecurity } from './pod-security/pod-security.js';

/** Adds the plugins to an admission; what they need may be made later. */
export function withPlugins(admission: Admission, context: () => PluginContext): Admission {
  return {
    mutate: async (attempt) => {
      const admitted = (object: AdmissionAttempt['object']): AdmissionAttempt['object'] =>
        pluginsFor(attempt, context().backend).reduce(
          (current, plugin) => plugin.admit?.({ ...attempt, object: current }, context()) ?? current,
          object,
        );
      const object = admitted(attempt.object);
      const mutated = await admission.mutate(object === attempt.object ? attempt : { ...attempt, object });
      // Plugins see again what webhooks have changed.
      return mutated === object ? mutated : admitted(mutated);
    },
    validate: async (attempt) => {
      for (const plugin of pluginsFor(attempt, context().backend)) plugin.validate?.(attempt, context());
      await admission.validate(attempt);
      if (isCounted(attempt, context().backend)) resourceQuota.validate?.(attempt, context());
    },
  };
}

function pluginsFor(attempt: AdmissionAttempt, backend: Backend): AdmissionPlugin[] {
  return [
    ...(isLimited(attempt, backend) ? [limitRanger] : []),
    ...(isSecured(attempt, backend) ? [podSecurity] : []),
    ...(attempt.type.plural === 'certificatesigningrequests' ? [certificates] : []),
  ];
}
