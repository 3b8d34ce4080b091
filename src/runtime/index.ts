/** The public surface of `kbts/runtime`. */
export * from './object/schema-types.js';
export * from './object/meta.js';
export * from './object/kind.js';
export * from './object/readonly.js';
export type * from './object/event.js';
export * from './object/label-selector.js';
export { AlreadyOwnedError, owners } from './object/owners.js';
export { finalizers } from './object/finalizers.js';
export { type ConditionInput, type ConditionOf, conditions } from './object/conditions.js';
export { isEqual, isSatisfiedBy } from './object/equality.js';
export { applyMergePatch, diffMergePatch } from './object/merge-patch.js';
export type * from './client/transport.js';
export type * from './client/client.js';
export type * from './client/cluster-config.js';
export { loadClusterConfig, type LoadConfigOptions, parseClusterConfig } from './client/kube-config.js';
export { KubeConfigError } from './client/kube-config-error.js';
export { ConnectionError } from './client/connection-error.js';
export { ApiError, ignoreAlreadyExists, ignoreNotFound, is, NoKindMatchError } from './client/api-error.js';
export type { Status, StatusCause } from './client/api-error.js';
export { type Backoff, retryOnConflict } from './client/retry-on-conflict.js';
export { mergeFrom } from './client/merge-from.js';
export { modify, type ModifyOptions } from './client/modify.js';
export { createOrUpdate, type CreateOrUpdateResult } from './client/create-or-update.js';
export { addFinalizer, removeFinalizer } from './client/finalizer-patch.js';
export { createTransport, type TransportOptions } from './client/http-transport.js';
export { type ClientOptions, createClient } from './client/kube-client.js';
export { createRestMapper, type RestMapper } from './client/rest-mapper.js';
export type { ApiResource } from './client/discovery.js';
export { openWatch, type WatchEvent, type WatchStream, type WatchStreamOptions } from './client/watch-stream.js';
export * from './controller/reconcile.js';
export type * from './runnable.js';
export type * from './log/logger.js';
export type * from './webhook/admission.js';
export {
  admissionContext,
  type AdmissionContextInput,
  type RecordedAdmissionContext,
} from './webhook/admission-context.js';
export { webhook, type HookOptions, type ValidatorOptions, type WebhookBuilder } from './webhook/builder.js';
export type { CertificateProvider } from './webhook/certificate-provider.js';
export type { Converted, Converter, ConvertObject } from './webhook/converter.js';
export type { Hook, HookCall, HookReply, WebhookMetrics } from './webhook/hook.js';
export type { WebhookHost, WebhookRegistrar } from './webhook/registrar.js';
export { WebhookServer, type WebhookServerOptions } from './webhook/webhook-server.js';
export { webhookMetrics } from './webhook/webhook-metrics.js';
export { Elector, LeadershipLostError, type ElectorCallbacks } from './leader/elector.js';
export type { ElectorOptions, LeaderElectionOptions, LeaderMetrics } from './leader/elector-options.js';
export { fencedTransport } from './leader/fenced-transport.js';
export { leaderMetrics } from './leader/leader-metrics.js';
