/** Webhooks that would have to admit the pods that serve them. */
import type { KubeObject } from '../../../runtime/object/meta.js';
import { isWebhookConfiguration } from '../apply/apply-order.js';

interface Webhook {
  readonly name?: string;
  readonly failurePolicy?: string;
  readonly rules?: readonly {
    readonly apiGroups?: readonly string[];
    readonly resources?: readonly string[];
    readonly operations?: readonly string[];
  }[];
  readonly namespaceSelector?: {
    readonly matchLabels?: Readonly<Record<string, string>>;
    readonly matchExpressions?: readonly {
      readonly key: string;
      readonly operator: string;
      readonly values?: readonly string[];
    }[];
  };
}

/** Names of the webhooks in a configuration that block pods of `namespace` while they do not answer. */
export function webhooksThatBlockPods(object: KubeObject, namespace: string): string[] {
  if (!isWebhookConfiguration(object)) return [];
  const { webhooks = [] } = object as KubeObject & { webhooks?: readonly Webhook[] };
  return webhooks
    .filter((webhook) => isAskedAboutPods(webhook) && !leavesOut(webhook, namespace))
    .map(({ name = '' }) => name);
}

function isAskedAboutPods({ failurePolicy, rules = [] }: Webhook): boolean {
  if (failurePolicy === 'Ignore') return false;
  return rules.some(
    ({ apiGroups = [], resources = [], operations = [] }) =>
      (apiGroups.includes('') || apiGroups.includes('*')) &&
      resources.some((resource) => ['pods', '*', '*/*', 'pods/*'].includes(resource)) &&
      (operations.includes('CREATE') || operations.includes('*')),
  );
}

function leavesOut({ namespaceSelector }: Webhook, namespace: string): boolean {
  const key = 'kubernetes.io/metadata.name';
  const { matchLabels = {}, matchExpressions = [] } = namespaceSelector ?? {};
  const wanted = matchLabels[key];
  if (wanted !== undefined && wanted !== namespace) return true;
  return matchExpressions.some(({ key: asked, operator, values = [] }) => {
    if (asked !== key) return false;
    return operator === 'NotIn' ? values.includes(namespace) : operator === 'In' && !values.includes(namespace);
  });
}
