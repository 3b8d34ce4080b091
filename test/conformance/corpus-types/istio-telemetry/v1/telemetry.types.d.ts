import type { CustomResource, Double, Duration, IntOrString, Time } from 'kbts/runtime';
/** How traffic is measured, traced and logged. */
export interface Telemetry extends CustomResource<TelemetrySpec, IstioStatus> {
    /** What to measure, trace and log. */
    spec: TelemetrySpec;
    /** How the settings are doing. */
    status?: IstioStatus;
}
/** What to measure, trace and log. */
export interface TelemetrySpec {
    /** For these workloads. */
    selector?: WorkloadSelector;
    /** For this object. */
    targetRef?: PolicyTargetReference;
    /** For these objects. */
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
    matchLabels?: Record<string, ExactLabelValue>;
}
/** The value of a label, without wildcards. */
export type ExactLabelValue = string;
/** An object of the same namespace. */
export interface PolicyTargetReference {
    /** Its API group. */
    group?: string;
    /** Its kind. */
    kind: string;
    /** Its name. */
    name: string;
    /** Must be empty. */
    namespace?: string;
}
/** Who gets the data. */
export interface ProviderRef {
    /** The name in the mesh's settings. */
    name: NonEmpty;
}
/** A text with something in it. */
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
    metric?: 'ALL_METRICS' | 'REQUEST_COUNT' | 'REQUEST_DURATION' | 'REQUEST_SIZE' | 'RESPONSE_SIZE' | 'TCP_OPENED_CONNECTIONS' | 'TCP_CLOSED_CONNECTIONS' | 'TCP_SENT_BYTES' | 'TCP_RECEIVED_BYTES' | 'GRPC_REQUEST_MESSAGES' | 'GRPC_RESPONSE_MESSAGES';
    /** Any other. */
    customMetric?: NonEmpty;
}
/** A change of a tag. */
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
