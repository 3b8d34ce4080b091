/** Webhook markers → webhook configurations. */
import type { ApiModel } from '../model/model.js';
import type { AdmissionWebhook } from '../model/webhook.js';
import type { Manifest } from './crd.js';
import { mergeWebhookPatch } from './webhook-patch.js';

/** Both configurations, mutating first; those without webhooks are left out. */
export function emitWebhooks({
  webhooks,
  webhookConfigurations,
}: Pick<ApiModel, 'webhooks' | 'webhookConfigurations'>): Manifest[] {
  return [true, false].flatMap((isMutating): Manifest[] => {
    const members = webhooks.filter((webhook) => webhook.isMutating === isMutating);
    if (members.length === 0) return [];
    const named =
      webhookConfigurations.findLast((configuration) => configuration.isMutating === isMutating)?.name ?? '';
    const name = named === '' ? `${isMutating ? 'mutating' : 'validating'}-webhook-configuration` : named;
    return [
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: isMutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration',
        metadata: { name },
        webhooks: [...members]
          .sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0))
          .map(emitWebhook),
      },
    ];
  });
}

/** One webhook of a configuration. */
function emitWebhook(webhook: AdmissionWebhook): Manifest {
  const { client, groups, resources, verbs, versions } = webhook;
  const emitted: Manifest = {
    admissionReviewVersions: webhook.admissionReviewVersions,
    clientConfig: 'url' in client ? { url: client.url } : { service: emitService(client) },
    failurePolicy: webhook.failurePolicy,
    ...(webhook.matchPolicy !== undefined && { matchPolicy: webhook.matchPolicy }),
    name: webhook.name,
    ...(webhook.reinvocationPolicy !== undefined && { reinvocationPolicy: webhook.reinvocationPolicy }),
    rules: [{ apiGroups: groups, apiVersions: versions, operations: verbs, resources }],
    ...(webhook.sideEffects !== undefined && { sideEffects: webhook.sideEffects }),
    ...(webhook.timeoutSeconds !== undefined && { timeoutSeconds: webhook.timeoutSeconds }),
  };
  return webhook.patch === undefined ? emitted : mergeWebhookPatch(emitted, webhook.patch);
}

function emitService(client: Exclude<AdmissionWebhook['client'], { url: string }>): Manifest {
  return {
    name: client.serviceName,
    namespace: client.serviceNamespace,
    path: client.path,
    ...(client.port !== undefined && { port: client.port }),
  };
}
