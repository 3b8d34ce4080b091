/** Everything that one run of the reader found. */
import type { KindVersion } from './api.js';
import type { RbacRule } from './rbac.js';
import type { AdmissionWebhook, WebhookConfigurationName } from './webhook.js';

/** The whole of what manifests are made from. */
export interface ApiModel {
  readonly kinds: readonly KindVersion[];
  readonly rbac: readonly RbacRule[];
  readonly webhooks: readonly AdmissionWebhook[];
  readonly webhookConfigurations: readonly WebhookConfigurationName[];
}
