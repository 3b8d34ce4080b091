/** The public surface of `kbts/runtime`: what most operators use. The rest is below `entry/`, by subpath. */
export type * from './object/schema-types.js';
export type * from './object/meta.js';
export {
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
export type { LabelExpression, LabelRequirement, LabelSelectorInput } from './object/label-selector.js';
export { owners } from './object/owners.js';
export { condition, type ConditionInput, type ConditionOf, conditions } from './object/conditions.js';
export { int64 } from '../kubernetes/json/exact-integers.js';
export { duration, type DurationInput, type DurationValue } from './object/duration.js';
export { quantity, type QuantityInput, type QuantityValue } from './object/quantity.js';
export type * from './client/connection/transport.js';
export type * from './client/client.js';
export type * from './client/config/cluster-config.js';
export { loadClusterConfig, type LoadConfigOptions } from './client/config/kube-config.js';
export { ApiError, ignoreAlreadyExists, ignoreNotFound, is } from './client/requests/api-error.js';
export type { Status, StatusCause } from './client/requests/api-error.js';
export { modify, type ModifyOptions } from './client/writes/modify.js';
export type { TransportOptions } from './client/connection/http-transport.js';
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
export type { ChildContext, Observe, Observed, ReconcileContext, WorkContext } from './frame/context.js';
export { type Pending, pending } from './children/pending.js';
export { isReady } from './children/readiness.js';
export type { ChildOptions, Made, MadeList, NotWanted } from './children/child-step.js';
export type { ChildrenCondition, ChildrenReason, ChildrenReport, WaitingChild } from './children/child-state.js';
export {
  type Key,
  type KeyedController,
  keyedController,
  type KeyedDraft,
  type KeyedSteps,
  type Keys,
  type MapToKeys,
  type NoKey,
  type KeySource,
  type RunningKeyedController,
} from './frame/keyed.js';
export type { NameTaken, Reported, Requeued, UnknownField } from './frame/reported.js';
export type { References, RefTo } from './frame/references.js';
export type { ControllerDefaults, ControllerSettings, ErrorHandler } from './frame/settings.js';
export type { Part } from './part.js';
export type { WaitTime } from './object/wait-time.js';
export type { ClusterHost, ControllerHost } from './controller/host.js';
export type { Enqueued, EnqueueOptions, EventHandler } from './controller/event-handler.js';
export { type Predicate, predicates } from './controller/predicate.js';
export { type Channel, channel, type QueueWriter, type Source, type SourceContext } from './controller/source.js';
export type { Cache, CacheOptions } from './cache/cache.js';
export type { Informer, InformerHealth, SubscribeOptions } from './cache/informers/informer.js';
export type { InformerSpec, SelectionSpec } from './cache/informers/informer-spec.js';
export type { ReadonlyStore } from './cache/store/store.js';
export type { Subscription } from './cache/informers/subscription.js';
export type { Shard } from './cache/informers/shard.js';
export type { RateLimiter } from './queue/rate-limiter.js';
export { createManager } from './manager/manager.js';
export type { Manager } from './manager/manager-contract.js';
export type {
  CertificateFiles,
  ManagerMetricsOptions,
  ManagerProfilingOptions,
  ManagerOptions,
  ManagerWebhookOptions,
} from './manager/manager-options.js';
export type { ClusterOptions } from './manager/cluster.js';
export { type FlagSurroundings, managerFlags } from './manager/flags/flags.js';
export { signalHandler } from './manager/signals.js';
export { type Check, ping } from './health/checks.js';
export type { HealthServerOptions } from './health/health-server.js';
export type { RequestGuard } from './health/http-listener.js';
export type { MetricsServerOptions } from './metrics/server.js';
export type { Counter, Gauge, Histogram, MetricDefinition, MetricsRegistry } from './metrics/registry.js';
export type { Clock, Timer } from './clock.js';
export type * from './runnable.js';
export type * from './log/logger.js';
export type { LoggerOptions } from './log/pino-logger.js';
export { currentLogger } from './log/current-logger.js';
export type {
  AdmissionContext,
  AdmissionOperation,
  AdmissionRequest,
  Defaulter,
  Denial,
  FieldCause,
  GroupVersionResource,
  UserInfo,
  Validator,
  Verdict,
} from './webhook/admission/admission.js';
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
export type { CertificateProvider } from './webhook/certificates/certificate-provider.js';
export type { Converted, Converter, ConvertObject } from './webhook/conversion/converter.js';
export type { Hook, HookCall, HookReply, WebhookMetrics } from './webhook/server/hook.js';
export type { WebhookHost, WebhookRegistrar } from './webhook/registrar.js';
export type { CallLimitOptions } from './webhook/server/call-limits.js';
export type { WebhookServerOptions } from './webhook/server/webhook-server.js';
export type { LeaderElectionOptions, LeaderLock, LeaseThreadOptions, LockAttempt } from './leader/elector-options.js';
export { lossless } from './webhook/conversion/lossless.js';
export type { EventRecorder, EventRecorderOptions } from './recorder/event-recorder.js';
export type { EventInput } from './recorder/event.js';
export type { Span, SpanAttributes, Tracer } from './tracing/tracer.js';
export { WorkerPool, type PoolWork, type WorkerPoolOptions } from './worker-pool.js';
