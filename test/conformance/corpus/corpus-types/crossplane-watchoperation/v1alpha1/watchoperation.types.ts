// +groupName=ops.crossplane.io

import type { CustomResource, EmbeddedResource, Int32, Int64, ObjectMeta, Time } from 'kbts/runtime';

/** Runs an operation whenever a watched object changes. */
// +kubebuilder:resource:scope=Cluster,categories=crossplane,shortName=watchops
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=KIND,type=string,JSONPath=.spec.watch.kind
// +kubebuilder:printcolumn:name=COUNT,type=integer,JSONPath=.status.watchingResources
// +kubebuilder:printcolumn:name=SYNCED,type=string,JSONPath=".status.conditions[?(@.type=='Synced')].status"
// +kubebuilder:printcolumn:name=WATCHING,type=string,JSONPath=".status.conditions[?(@.type=='Watching')].status"
// +kubebuilder:printcolumn:name="LAST SCHEDULE",type=date,JSONPath=.status.lastScheduleTime
// +kubebuilder:printcolumn:name="LAST SUCCESS",type=date,JSONPath=.status.lastSuccessfulTime
// +kubebuilder:printcolumn:name=AGE,type=date,JSONPath=.metadata.creationTimestamp
export interface WatchOperation extends CustomResource<WatchOperationSpec, WatchOperationStatus> {
  /** What to watch, and what to run. */
  // +optional
  spec: WatchOperationSpec;
}

/** What to watch, and what to run. */
export interface WatchOperationSpec {
  /** The objects to watch. */
  watch: WatchSpec;
  /** What to do when the last operation still runs. */
  // +kubebuilder:default=Allow
  concurrencyPolicy?: 'Allow' | 'Forbid' | 'Replace';
  /** How many operations that succeeded are kept. */
  // +kubebuilder:default=3
  successfulHistoryLimit?: Int32;
  /** How many operations that failed are kept. */
  // +kubebuilder:default=1
  failedHistoryLimit?: Int32;
  /** The operation. */
  operationTemplate: OperationTemplate;
}

/** Objects to watch. */
export interface WatchSpec {
  /** Of this API version. */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="apiVersion is immutable"
  apiVersion: string;
  /** Of this kind. */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="kind is immutable"
  kind: string;
  /** With these labels. */
  matchLabels?: Record<string, string>;
  /** In this namespace. */
  namespace?: string;
}

/** An operation to make. */
export interface OperationTemplate {
  /** Its labels and annotations. */
  metadata?: ObjectMeta;
  /** What it does. */
  spec: OperationSpec;
}

/** What an operation does. */
export interface OperationSpec {
  /** How it is written down. */
  // +kubebuilder:default=Pipeline
  mode: 'Pipeline';
  /** Functions that run one after another. */
  // +listType=map
  // +listMapKey=step
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=99
  pipeline: PipelineStep[];
  /** How often it is tried again. */
  retryLimit?: Int64;
}

/** One function of a pipeline. */
export interface PipelineStep {
  /** What the step is called. */
  step: string;
  /** The function. */
  functionRef: NamedReference;
  /** What the function is told: an object of a kind that only it knows. */
  input?: EmbeddedResource;
  /** Secrets that the function gets. */
  // +listType=map
  // +listMapKey=name
  credentials?: FunctionCredentials[];
  /** What must be there first. */
  requirements?: FunctionRequirements;
}

/** An object, by name. */
export interface NamedReference {
  /** Its name. */
  name: string;
}

/** A secret that a function gets. */
export interface FunctionCredentials {
  /** What the function calls it. */
  name: string;
  /** Where it comes from. */
  source: 'None' | 'Secret';
  /** The Secret. */
  secretRef?: SecretReference;
}

/** A Secret. */
export interface SecretReference extends NamedReference {
  /** Its namespace. */
  namespace: string;
}

/** What a function needs. */
export interface FunctionRequirements {
  /** Objects. */
  // +listType=map
  // +listMapKey=requirementName
  requiredResources?: RequiredResourceSelector[];
  /** Schemas of kinds. */
  // +listType=map
  // +listMapKey=requirementName
  requiredSchemas?: RequiredSchemaSelector[];
}

/** The schema of a kind. */
export interface RequiredSchemaSelector {
  /** What the function calls it. */
  requirementName: string;
  /** The API version. */
  apiVersion: string;
  /** The kind. */
  kind: string;
}

/** Objects of a kind. */
// +kubebuilder:validation:XValidation:rule="!(has(self.name) && has(self.matchLabels))",message="name and matchLabels are mutually exclusive"
export interface RequiredResourceSelector extends RequiredSchemaSelector {
  /** In this namespace. */
  namespace?: string;
  /** With this name. */
  name?: string;
  /** With these labels. */
  matchLabels?: Record<string, string>;
}

/** How the watch is doing. */
export interface WatchOperationStatus {
  /** How its parts are doing. */
  // +listType=map
  // +listMapKey=type
  conditions?: OperationCondition[];
  /** Operations that run. */
  runningOperationRefs?: NamedReference[];
  /** When one was last made. */
  lastScheduleTime?: Time;
  /** When one last succeeded. */
  lastSuccessfulTime?: Time;
  /** How many objects are watched. */
  watchingResources?: Int64;
}

/** A condition with fewer rules than that of Kubernetes. */
export interface OperationCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** Since when. */
  lastTransitionTime: Time;
  /** Why, in one word. */
  reason: string;
  /** Why, in a sentence. */
  message?: string;
  /** The generation that it is about. */
  observedGeneration?: Int64;
}
