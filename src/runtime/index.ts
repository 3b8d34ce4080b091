/** The public surface of `kbts/runtime`: what most operators use. The rest is below `entry/`, by subpath. */
export type * from './object/schema-types.js';
export type * from './object/meta.js';
export { parseApiVersion } from '../kubernetes/version/api-version.js';
export {
  apiVersionOf,
  defineKind,
  dynamicKind,
  type GVK,
  type Kind,
  type KindDefinition,
  type KindInfo,
  type MetadataOf,
  metadataOnly,
  type ObjectInput,
  type Scope,
} from './object/kind.js';
export {
  type AnyForm,
  type AnyObject,
  type DeepReadonly,
  type MaybeReadonly,
  mutable,
  type ReadonlyFields,
  type Stored,
  type StoredMeta,
  type Written,
} from './object/readonly.js';
export type * from './object/event.js';
export { labelMatcher } from './object/label-selector.js';
export type { LabelExpression, LabelRequirement, LabelSelectorInput } from './object/label-selector.js';
export { InvalidCallError } from './object/invalid-call.js';
export { AlreadyOwnedError, NotOwnedError, owners } from './object/owners.js';
export { finalizers } from './object/finalizers.js';
export { condition, type ConditionInput, type ConditionOf, conditions } from './object/conditions.js';
export { int64 } from '../kubernetes/json/exact-integers.js';
export { duration, type DurationInput, DurationValue } from './object/duration.js';
export { quantity, type QuantityInput, QuantityValue } from './object/quantity.js';
export { isEqual, isSatisfiedBy } from './object/equality.js';
export { applyMergePatch, diffMergePatch } from './object/merge-patch.js';
export type * from './client/connection/transport.js';
export type * from './client/client.js';
export { AtomicConditionsError } from './client/status/condition-owners.js';
export type * from './client/config/cluster-config.js';
export { loadClusterConfig, type LoadConfigOptions, parseClusterConfig } from './client/config/kube-config.js';
export { fromClientNode, toClientNode } from './client/config/client-node.js';
export { KubeConfigError } from './client/config/kube-config-error.js';
export { ConnectionError } from './client/connection/connection-error.js';
export {
  ApiError,
  ignoreAlreadyExists,
  ignoreNotFound,
  is,
  NoKindMatchError,
  NoSubresourceError,
} from './client/requests/api-error.js';
export type { Status, StatusCause } from './client/requests/api-error.js';
export { type Backoff, retryOnConflict } from './client/writes/retry-on-conflict.js';
export { mergeFrom } from './client/writes/merge-from.js';
export { jsonPatch } from './object/json-patch.js';
export { modify, type ModifyOptions } from './client/writes/modify.js';
export { createOrUpdate, type CreateOrUpdateResult } from './client/writes/create-or-update.js';
export { createOrPatch, type CreateOrPatchResult } from './client/writes/create-or-patch.js';
export { addFinalizer, removeFinalizer } from './client/writes/finalizer-patch.js';
export { createTransport, type TransportOptions } from './client/connection/http-transport.js';
export { type ClientOptions, createClient } from './client/kube-client.js';
export type { RestMapper } from './client/requests/rest-mapper.js';
export type { ApiResource } from './client/requests/discovery.js';
export { TerminalError } from './controller/reconcile.js';
export type { Next, Reason, Request, Result } from './controller/reconcile.js';
export type { RunningController } from './controller/controller.js';
export type { WatchSettings } from './controller/builder.js';
export type { ControllerOptions } from './controller/controller-options.js';
export { controller } from './frame/controller-value.js';
export type * from './frame/chain.js';
export type { Observe, Observed, ReconcileContext, WorkContext } from './frame/context.js';
export {
  type Key,
  type KeyedController,
  keyedController,
  type KeyedDraft,
  type KeyedSteps,
  type KeySource,
  type RunningKeyedController,
} from './frame/keyed.js';
export type { NameTaken, Reported, UnknownField } from './frame/reported.js';
export type { References, RefTo } from './frame/references.js';
export type { ControllerSettings, ErrorHandler } from './frame/settings.js';
export type { Part } from './part.js';
export type { WaitTime } from './object/wait-time.js';
export type { ClusterHost, ControllerHost } from './controller/host.js';
export {
  enqueueMapped,
  enqueueObject,
  enqueueOwner,
  type Enqueued,
  type EnqueueOptions,
  type EventHandler,
} from './controller/event-handler.js';
export { type Predicate, predicates } from './controller/predicate.js';
export { InvalidResultError } from './controller/result.js';
export { ReconcileTimeoutError } from './controller/reconcile-run.js';
export {
  type Channel,
  channel,
  fromIterable,
  functionSource,
  informerSource,
  intervalSource,
  type QueueWriter,
  type Source,
  type SourceContext,
} from './controller/source.js';
export { type Cache, type CacheOptions, type CacheParts, createCache } from './cache/cache.js';
export {
  CacheNotStartedError,
  CacheSyncError,
  NamespaceNotCachedError,
  NotCachedError,
  NotInShardError,
  StaleCacheError,
} from './cache/cache-error.js';
export type { Informer, InformerHealth, SubscribeOptions } from './cache/informers/informer.js';
export type { InformerSpec, SelectionSpec } from './cache/informers/informer-spec.js';
export type { ReadonlyStore } from './cache/store/store.js';
export type { Subscription } from './cache/informers/subscription.js';
export { isInShard, type Shard } from './cache/informers/shard.js';
export { keyOf } from './cache/store/object-key.js';
export { WorkQueue } from './queue/work-queue.js';
export type * from './queue/queue-contract.js';
export {
  bucketLimiter,
  defaultLimiter,
  exponentialLimiter,
  fastSlowLimiter,
  longestOf,
  type RateLimiter,
} from './queue/rate-limiter.js';
export { createManager } from './manager/manager.js';
export type { Manager } from './manager/manager-contract.js';
export type {
  CertificateFiles,
  ManagerMetricsOptions,
  ManagerProfilingOptions,
  ManagerOptions,
  ManagerWebhookOptions,
} from './manager/manager-options.js';
export { Cluster, type ClusterOptions } from './manager/cluster.js';
export { type FlagSurroundings, managerFlags } from './manager/flags/flags.js';
export { ShutdownTimeoutError } from './manager/lifecycle.js';
export { signalHandler } from './manager/signals.js';
export { type Check, ping } from './health/checks.js';
export type { HealthServerOptions } from './health/health-server.js';
export type { RequestGuard } from './health/http-listener.js';
export type { MetricsServerOptions } from './metrics/server.js';
export type { Counter, Gauge, Histogram, MetricDefinition, MetricsRegistry } from './metrics/registry.js';
export { type Clock, systemClock, type Timer } from './clock.js';
export type * from './runnable.js';
export type * from './log/logger.js';
export { createLogger, type LoggerOptions } from './log/pino-logger.js';
export { currentLogger } from './log/current-logger.js';
export { silentLogger } from './log/silent-logger.js';
export type * from './webhook/admission/admission.js';
export {
  admissionContext,
  type AdmissionContextInput,
  type RecordedAdmissionContext,
} from './webhook/admission/admission-context.js';
export { webhook } from './webhook/webhook-value.js';
export type {
  HookOptions,
  IsTheHub,
  Judged,
  NotAVersionOf,
  ValidateObject,
  ValidationContext,
  Validations,
  ValidatorOptions,
  Webhook,
  WebhookDraft,
} from './webhook/webhook-chain.js';
export { admissionHandler, admissionResponse } from './webhook/admission/raw-admission.js';
export type { CertificateProvider } from './webhook/certificates/certificate-provider.js';
export type { Converted, Converter, ConvertObject } from './webhook/conversion/converter.js';
export type { Hook, HookCall, HookReply, WebhookMetrics } from './webhook/server/hook.js';
export type { WebhookHost, WebhookRegistrar } from './webhook/registrar.js';
export type { CallLimitOptions } from './webhook/server/call-limits.js';
export { WebhookServer, type WebhookServerOptions } from './webhook/server/webhook-server.js';
export { LeadershipLostError } from './leader/elector.js';
export type { LeaderElectionOptions, LeaderLock, LeaseThreadOptions, LockAttempt } from './leader/elector-options.js';
export { lossless } from './webhook/conversion/lossless.js';
export { EventRecorder, type EventRecorderOptions } from './recorder/event-recorder.js';
export type { EventInput } from './recorder/event.js';
export { spanKind, withSpan, type Span, type SpanAttributes, type Tracer } from './tracing/tracer.js';
export { WorkerPool, type PoolWork, type WorkerPoolOptions } from './worker-pool.js';
