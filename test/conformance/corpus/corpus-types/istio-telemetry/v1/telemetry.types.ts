// +groupName=telemetry.istio.io

import type { CustomResource, Double, Duration, IntOrString, Time } from 'kbts/runtime';

/** How traffic is measured, traced and logged. */
// +kubebuilder:resource:shortName=telemetry,categories=istio-io;telemetry-istio-io
// +kubebuilder:metadata:annotations="helm.sh/resource-policy=keep"
// +kubebuilder:metadata:labels={"app=istio-pilot","chart=istio","heritage=Tiller","istio=telemetry","release=istio"}
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
export interface Telemetry extends CustomResource<TelemetrySpec, IstioStatus> {
  /** What to measure, trace and log. */
  // +optional
  spec: TelemetrySpec;
  /** How the settings are doing. */
  // +kubebuilder:pruning:PreserveUnknownFields
  status?: IstioStatus;
}

/** What to measure, trace and log. */
// +kubebuilder:validation:XValidation:rule="(has(self.selector) ? 1 : 0) + (has(self.targetRef) ? 1 : 0) + (has(self.targetRefs) ? 1 : 0) <= 1",message="only one of targetRefs or selector can be set"
export interface TelemetrySpec {
  /** For these workloads. */
  selector?: WorkloadSelector;
  /** For this object. */
  targetRef?: PolicyTargetReference;
  /** For these objects. */
  // +kubebuilder:validation:MaxItems=16
  targetRefs?: PolicyTargetReference[];
  /** How to trace. */
  tracing?: Tracing[];
  /** How to measure. */
  metrics?: Metrics[];
  /** How to log. */
  accessLogging?: AccessLogging[];
}

/** Workloads with certain labels. */
export interface WorkloadSelector {
  /** The labels. */
  // +kubebuilder:validation:MaxProperties=4096
  // +kubebuilder:validation:XValidation:rule=`self.all(key, !key.contains("*"))`,message="wildcard not allowed in label key match"
  // +kubebuilder:validation:XValidation:rule="self.all(key, key.size() != 0)",message="key must not be empty"
  matchLabels?: Record<string, ExactLabelValue>;
}

/** The value of a label, without wildcards. */
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:XValidation:rule=`!self.contains("*")`,message="wildcard not allowed in label value match"
export type ExactLabelValue = string;

/** An object of the same namespace. */
export interface PolicyTargetReference {
  /** Its API group. */
  // +kubebuilder:validation:MaxLength=253
  // +kubebuilder:validation:Pattern=`^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
  group?: string;
  /** Its kind. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=63
  // +kubebuilder:validation:Pattern=`^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$`
  kind: string;
  /** Its name. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=253
  name: string;
  /** Must be empty. */
  // +kubebuilder:validation:XValidation:rule="self.size() == 0",message="cross namespace referencing is not currently supported"
  namespace?: string;
}

/** Who gets the data. */
export interface ProviderRef {
  /** The name in the mesh's settings. */
  name: NonEmpty;
}

/** A text with something in it. */
// +kubebuilder:validation:MinLength=1
export type NonEmpty = string;

/** On which side traffic is seen. */
export type WorkloadMode = 'CLIENT_AND_SERVER' | 'CLIENT' | 'SERVER';

/** Which traffic is meant. */
export interface ModeSelector {
  /** By side. */
  mode?: WorkloadMode;
}

/** How to trace. */
export interface Tracing {
  /** Which traffic. */
  match?: ModeSelector;
  /** Who gets the spans. */
  providers?: ProviderRef[];
  /** How much of the traffic is traced, in percent. */
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:validation:Maximum=100
  randomSamplingPercentage?: Double | null;
  /** Sends no spans. */
  disableSpanReporting?: boolean | null;
  /** Passes no context on. */
  disableContextPropagation?: boolean | null;
  /** Tags of every span. */
  customTags?: Record<string, CustomTag>;
  /** Adds Istio's own tags. */
  enableIstioTags?: boolean | null;
  /** Samples by request id. */
  useRequestIdForTraceSampling?: boolean | null;
}

/**
 * Where a tag comes from: at most one of these.
 *
 * +kbts:schema={"oneOf": [
 *   {"not": {"anyOf": [
 *     {"required": ["literal"]}, {"required": ["environment"]}, {"required": ["header"]}, {"required": ["formatter"]}
 *   ]}},
 *   {"required": ["literal"]},
 *   {"required": ["environment"]},
 *   {"required": ["header"]},
 *   {"required": ["formatter"]}
 * ]}
 */
export interface CustomTag {
  /** Always the same. */
  literal?: FixedValue;
  /** From an environment variable. */
  environment?: NamedValue;
  /** From a header of the request. */
  header?: NamedValue;
  /** From a formatter. */
  formatter?: FixedValue;
}

/** A value. */
export interface FixedValue {
  /** The value. */
  value: NonEmpty;
}

/** A value that has a name. */
export interface NamedValue {
  /** The name. */
  name: NonEmpty;
  /** When there is none. */
  defaultValue?: string;
}

/** How to measure. */
export interface Metrics {
  /** Who gets the measurements. */
  providers?: ProviderRef[];
  /** What differs from the provider's settings. */
  overrides?: MetricsOverride[];
  /** How often they are sent. */
  // +kubebuilder:validation:XValidation:rule="duration(self) >= duration('1ms')",message="must be a valid duration greater than 1ms"
  reportingInterval?: Duration;
}

/** What is different for some metrics. */
export interface MetricsOverride {
  /** Which metrics. */
  match?: MetricSelector;
  /** Leaves them out. */
  disabled?: boolean | null;
  /** Changes their tags. */
  tagOverrides?: Record<string, TagOverride>;
}

/**
 * Which metrics are meant.
 *
 * +kbts:schema={"oneOf": [
 *   {"not": {"anyOf": [{"required": ["metric"]}, {"required": ["customMetric"]}]}},
 *   {"required": ["metric"]},
 *   {"required": ["customMetric"]}
 * ]}
 */
export interface MetricSelector extends ModeSelector {
  /** One of Istio's. */
  metric?:
    | 'ALL_METRICS'
    | 'REQUEST_COUNT'
    | 'REQUEST_DURATION'
    | 'REQUEST_SIZE'
    | 'RESPONSE_SIZE'
    | 'TCP_OPENED_CONNECTIONS'
    | 'TCP_CLOSED_CONNECTIONS'
    | 'TCP_SENT_BYTES'
    | 'TCP_RECEIVED_BYTES'
    | 'GRPC_REQUEST_MESSAGES'
    | 'GRPC_RESPONSE_MESSAGES';
  /** Any other. */
  customMetric?: NonEmpty;
}

/** A change of a tag. */
// +kubebuilder:validation:XValidation:rule=`((has(self.operation) ? self.operation : "") == "UPSERT") ? (self.value != "") : true`,message="value must be set when operation is UPSERT"
// +kubebuilder:validation:XValidation:rule=`((has(self.operation) ? self.operation : "") == "REMOVE") ? !has(self.value) : true`,message="value must not be set when operation is REMOVE"
export interface TagOverride {
  /** Sets it, or takes it away. */
  operation?: 'UPSERT' | 'REMOVE';
  /** CEL that gives its value. */
  value?: string;
}

/** How to log. */
export interface AccessLogging {
  /** Which traffic. */
  match?: ModeSelector;
  /** Who gets the lines. */
  providers?: ProviderRef[];
  /** Logs nothing. */
  disabled?: boolean | null;
  /** Which requests. */
  filter?: LogFilter;
}

/** Which requests are logged. */
export interface LogFilter {
  /** CEL over the request. */
  expression?: string;
}

/** How an object of Istio is doing. */
export interface IstioStatus {
  /** How its parts are doing. */
  conditions?: IstioCondition[];
  /** What is wrong with it. */
  validationMessages?: AnalysisMessage[];
  /** The generation that was seen; as text when it came through Protocol Buffers. */
  observedGeneration?: IntOrString;
}

/** How a part is doing. */
export interface IstioCondition {
  /** Which part. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When it was last looked at. */
  lastProbeTime?: Time;
  /** Since when. */
  lastTransitionTime?: Time;
  /** Why, in one word. */
  reason?: string;
  /** Why, in a sentence. */
  message?: string;
  /** The generation that it is about. */
  observedGeneration?: IntOrString;
}

/** Something that is wrong. */
export interface AnalysisMessage {
  /** What it is. */
  type?: AnalysisMessageType;
  /** How bad it is. */
  level?: 'UNKNOWN' | 'ERROR' | 'WARNING' | 'INFO';
  /** Where to read on. */
  documentationUrl?: string;
}

/** What is wrong. */
export interface AnalysisMessageType {
  /** In words. */
  name?: string;
  /** As a code. */
  code?: string;
}
