import type { Condition, CustomResource, Int32, Quantity } from 'kbts/runtime';

/** What a user wants: a model that is too big for one machine, inferred in steps. */
export interface PipelineSpec {
  /** Where Deployments, Services and the claim live. A pipeline itself is in no namespace. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=63
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="a pipeline cannot move to another namespace"
  // +kubebuilder:default=default
  // +optional
  namespace?: string;

  /** The parts of the model in the order in which data passes them. */
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=20
  // +listType=atomic
  steps: PipelineStep[];

  /** Where the parts of the model are read from. All steps see it under `/models`. */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="a volume cannot change; make a new pipeline"
  modelStorage: ModelStorage;
}

/** One part of the model, at work on one kind of machine. */
export interface PipelineStep {
  /** The image that infers. It listens on port 8080. */
  // +kubebuilder:validation:MinLength=1
  image: string;

  /** Which nodes may run it: the value of their label `distri-infer.ndsl.cn/location`. Left out, any node may. */
  // +kubebuilder:validation:MaxLength=63
  // +optional
  location?: string;

  /** Which part of the model it infers, as a path below `/models`. */
  // +kubebuilder:validation:MinLength=1
  model: string;

  /** Further flags for the image: `batch: "8"` becomes `--batch=8`. */
  // +kubebuilder:validation:MaxProperties=50
  // +optional
  args?: Record<string, string>;
}

/** A store that exists already; the pipeline makes a volume of it. */
// +kubebuilder:validation:ExactlyOneOf=nfs;hostPath
export interface ModelStorage {
  /** How big the volume is. */
  // +kubebuilder:default="10Gi"
  // +optional
  capacity?: Quantity;

  /** A folder of an NFS server. */
  // +optional
  nfs?: NfsFolder;

  /** A folder of the node, for trying things out on one machine. */
  // +optional
  hostPath?: HostFolder;
}

/** A folder of an NFS server. */
export interface NfsFolder {
  // +kubebuilder:validation:MinLength=1
  server: string;

  // +kubebuilder:validation:Pattern=`^/`
  path: string;
}

/** A folder of a node. */
export interface HostFolder {
  // +kubebuilder:validation:Pattern=`^/`
  path: string;
}

/** Where a pipeline is in its life. */
export type PipelinePhase = 'Pending' | 'Running' | 'Degraded' | 'Terminating';

/** What the controller saw. */
export interface PipelineStatus {
  /**
   * In one word: `Pending` until all steps were ready once, `Running` while they are, `Degraded` when some no longer
   * are, `Terminating` while the pipeline is taken apart.
   */
  // +optional
  phase?: PipelinePhase;

  /** In one sentence: what the pipeline is waiting for. */
  // +optional
  detailPhase?: string;

  /** How many steps are ready. */
  // +optional
  readySteps?: Int32;

  /** Where data goes in: the URL of the first step. */
  // +optional
  endpoint?: string;

  /** `Ready` is true while all steps are; `StorageBound` once the claim has its volume. */
  // +listType=map
  // +listMapKey=type
  // +optional
  conditions?: Condition[];
}

/** Pipeline infers a large model in steps, each where its part fits best. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=pipelines,scope=Cluster,shortName=pl
// +kubebuilder:printcolumn:name=Phase,type=string,JSONPath=`.status.phase`
// +kubebuilder:printcolumn:name=Steps,type=integer,JSONPath=`.status.readySteps`
// +kubebuilder:printcolumn:name=Detail,type=string,JSONPath=`.status.detailPhase`,priority=1
// +kubebuilder:printcolumn:name=Endpoint,type=string,JSONPath=`.status.endpoint`,priority=1
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:validation:XValidation:rule="self.metadata.name.matches('^[a-z]([-a-z0-9]{0,48}[a-z0-9])?$')",message="names of Services begin with it, so it begins with a letter and has at most 50 characters"
export interface Pipeline extends CustomResource<PipelineSpec, PipelineStatus> {}
