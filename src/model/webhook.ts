/** What webhook markers ask for. */
import type { MarkerOrigin } from './api.js';
import type { JsonValue } from './schema.js';

/** One `+kubebuilder:webhook` marker, checked. */
export interface AdmissionWebhook {
  readonly isMutating: boolean;
  readonly name: string;
  readonly failurePolicy: string;
  readonly matchPolicy?: string;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly versions: readonly string[];
  readonly client:
    | { readonly url: string }
    | {
        readonly path: string;
        readonly serviceName: string;
        readonly serviceNamespace: string;
        readonly port?: number;
      };
  readonly admissionReviewVersions: readonly string[];
  readonly reinvocationPolicy?: string;
  /** A strategic-merge patch over the finished webhook. */
  readonly patch?: { readonly [key: string]: JsonValue };
  readonly origin: MarkerOrigin;
}

/** One `+kubebuilder:webhookconfiguration` marker. */
export interface WebhookConfigurationName {
  readonly isMutating: boolean;
  readonly name: string;
  readonly origin: MarkerOrigin;
}
