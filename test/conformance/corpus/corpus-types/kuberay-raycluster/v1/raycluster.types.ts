// +groupName=ray.io

import type { Condition, CustomResource, Int32, Int64, Quantity, Time } from 'kbts/runtime';
import type {
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  IngressTLS,
  NetworkPolicyEgressRule,
  NetworkPolicyIngressRule,
  PathType,
  PersistentVolumeAccessMode,
  PullPolicy,
  ResourceRequirements,
  SecurityContext,
  Service,
  ServiceType,
} from 'kbts/k8s';
import type { PodTemplateSpec, VolumeMount } from '../../kubernetes-1.36/pod.js';

/** A cluster of Ray: one head, and groups of workers. */
// +kubebuilder:resource:categories=all
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="desired workers",type=integer,JSONPath=.status.desiredWorkerReplicas
// +kubebuilder:printcolumn:name="available workers",type=integer,JSONPath=.status.availableWorkerReplicas
// +kubebuilder:printcolumn:name=cpus,type=string,JSONPath=.status.desiredCPU
// +kubebuilder:printcolumn:name=memory,type=string,JSONPath=.status.desiredMemory
// +kubebuilder:printcolumn:name=gpus,type=string,JSONPath=.status.desiredGPU
// +kubebuilder:printcolumn:name=tpus,type=string,JSONPath=.status.desiredTPU,priority=1
// +kubebuilder:printcolumn:name=status,type=string,JSONPath=.status.state
// +kubebuilder:printcolumn:name=age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:printcolumn:name="head pod IP",type=string,JSONPath=.status.head.podIP,priority=1
// +kubebuilder:printcolumn:name="head service IP",type=string,JSONPath=.status.head.serviceIP,priority=1
export interface RayCluster extends CustomResource<RayClusterSpec, RayClusterStatus> {
  /** What the cluster shall be. */
  // +optional
  spec: RayClusterSpec;
}

/** What a cluster shall be. */
export interface RayClusterSpec {
  /** Who may talk to the cluster. */
  authOptions?: AuthOptions;
  /** The controller in charge. */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="the managedBy field is immutable"
  // +kubebuilder:validation:XValidation:rule="self in ['ray.io/kuberay-operator', 'kueue.x-k8s.io/multikueue']",message="the managedBy field value must be either 'ray.io/kuberay-operator' or 'kueue.x-k8s.io/multikueue'"
  managedBy?: string;
  /** Settings of the autoscaler. */
  autoscalerOptions?: AutoscalerOptions;
  /** Annotations of the head's Service. */
  headServiceAnnotations?: Record<string, string>;
  /** Whether the head runs an autoscaler. */
  enableInTreeAutoscaling?: boolean;
  /** How the cluster survives the loss of its head. */
  gcsFaultToleranceOptions?: GcsFaultToleranceOptions;
  /** The head. */
  headGroupSpec: HeadGroupSpec;
  /** Where history is kept. */
  historyServerOptions?: HistoryServerOptions;
  /** Who may reach the pods over the network. */
  networkPolicy?: NetworkPolicyConfig;
  /** The version of Ray. */
  rayVersion?: string;
  /** Takes all pods away while true. */
  suspend?: boolean;
  /** Encryption between the pods. */
  tlsOptions?: TLSOptions;
  /** What happens when the templates change. */
  upgradeStrategy?: RayClusterUpgradeStrategy;
  /** The groups of workers. */
  workerGroupSpecs?: WorkerGroupSpec[];
}

/** Who may talk to a cluster. */
export interface AuthOptions {
  /** Whether a token is needed. */
  mode?: 'disabled' | 'token';
  /** The Secret that holds the token. */
  secretName?: string;
  /** Whether tokens of Kubernetes are good as well. */
  enableK8sTokenAuth?: boolean;
}

/** Settings of the autoscaler. */
export interface AutoscalerOptions {
  /** What its container may use. */
  resources?: ResourceRequirements;
  /** The image of its container. */
  image?: string;
  /** When the image is pulled. */
  imagePullPolicy?: PullPolicy;
  /** What its container is allowed to do. */
  securityContext?: SecurityContext;
  /** Seconds until an idle worker goes. */
  idleTimeoutSeconds?: Int32;
  /** How eagerly workers are added. */
  upscalingMode?: 'Default' | 'Aggressive' | 'Conservative';
  /** Which autoscaler it is. */
  version?: 'v1' | 'v2';
  /** Environment of its container. */
  env?: EnvVar[];
  /** Environment of its container, from ConfigMaps and Secrets. */
  envFrom?: EnvFromSource[];
  /** What its container mounts. */
  volumeMounts?: VolumeMount[];
  /** The command of its container. */
  command?: string[];
  /** The arguments of the command. */
  args?: string[];
}

/** How a cluster survives the loss of its head. */
export interface GcsFaultToleranceOptions {
  /** What keeps the state. */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="gcsFaultToleranceOptions.backend is immutable"
  backend?: 'redis' | 'rocksdb';
  /** Where Redis is. */
  redisAddress?: string;
  /** The user of Redis. */
  redisUsername?: RedisCredential;
  /** The password of Redis. */
  redisPassword?: RedisCredential;
  /** The prefix of the state's keys. */
  externalStorageNamespace?: string;
  /** The volume that keeps the state. */
  storage?: GcsStorage;
}

/** A text, or where to find it. */
export interface RedisCredential {
  /** The text. */
  value?: string;
  /** Where to find it. */
  valueFrom?: EnvVarSource;
}

/** A volume that keeps the state of the head. */
export interface GcsStorage {
  /** An existing claim. */
  claimName?: string;
  /** How large a new claim is. */
  size?: Quantity;
  /** The class of a new claim. */
  storageClassName?: string;
  /** How a new claim can be mounted. */
  accessModes?: PersistentVolumeAccessMode[];
  /** The folder on the volume. */
  subPath?: string;
  /** What becomes of the claim when the cluster goes. */
  deletionPolicy?: 'DeleteWithCluster' | 'Retain';
}

/** What heads and workers share. */
export interface GroupSpec {
  /** The pods. */
  template: PodTemplateSpec;
  /** Parameters of `ray start`. */
  rayStartParams?: Record<string, string>;
  /** Resources that Ray is told of. */
  resources?: Record<string, string>;
  /** Labels that Ray is told of. */
  labels?: Record<string, string>;
}

/** The head of a cluster. */
export interface HeadGroupSpec extends GroupSpec {
  /** The Service in front of the head, in full. */
  headService?: Service;
  /** Whether there is an Ingress. */
  enableIngress?: boolean;
  /** Settings of the Ingress. */
  ingressOptions?: IngressOptions;
  /** The type of the Service. */
  serviceType?: ServiceType;
}

/** Settings of an Ingress. */
export interface IngressOptions {
  /** The host to answer for. */
  host?: string;
  /** The path to answer for. */
  path?: string;
  /** How the path is compared. */
  // +kubebuilder:validation:Enum=Exact;Prefix;ImplementationSpecific
  pathType?: PathType;
  /** Certificates. */
  tls?: IngressTLS[];
}

/** A group of equal workers. */
export interface WorkerGroupSpec extends GroupSpec {
  /** The name of the group. */
  groupName: string;
  /** How many workers. */
  // +kubebuilder:default=0
  replicas?: Int32;
  /** How many workers at least. */
  // +kubebuilder:default=0
  minReplicas: Int32;
  /** How many workers at most. */
  // +kubebuilder:default=2147483647
  maxReplicas: Int32;
  /** How many pods make one worker. */
  // +kubebuilder:default=1
  numOfHosts?: Int32;
  /** Which group grows first. */
  // +kubebuilder:default=0
  priority?: Int32;
  /** Seconds until an idle worker goes. */
  idleTimeoutSeconds?: Int32;
  /** Which workers go first. */
  scaleStrategy?: ScaleStrategy;
  /** Takes all pods of the group away while true. */
  suspend?: boolean;
}

/** Which workers go first. */
export interface ScaleStrategy {
  /** Names of pods. */
  workersToDelete?: string[];
}

/** Where history is kept. */
export interface HistoryServerOptions {
  /** The container that collects it. */
  collectorOptions?: CollectorOptions;
}

/** A container that collects history. */
export interface CollectorOptions {
  /** Its image. */
  image?: string;
  /** When the image is pulled. */
  imagePullPolicy?: PullPolicy;
  /** Its environment. */
  env?: EnvVar[];
  /** What it may use. */
  resources?: ResourceRequirements;
}

/** Who may reach the pods over the network. */
export interface NetworkPolicyConfig {
  /** What is forbidden unless a rule allows it. */
  // +kubebuilder:default=DenyAll
  mode?: 'DenyAll' | 'DenyAllIngress' | 'DenyAllEgress';
  /** Rules for the head. */
  head?: NetworkPolicyRules;
  /** Rules for all workers. */
  worker?: NetworkPolicyRules;
  /** Rules for single groups of workers. */
  // +listType=map
  // +listMapKey=groupName
  workerGroups?: WorkerGroupNetworkPolicyRules[];
}

/** What may come in and go out. */
export interface NetworkPolicyRules {
  /** What may come in. */
  ingressRules?: NetworkPolicyIngressRule[];
  /** What may go out. */
  egressRules?: NetworkPolicyEgressRule[];
}

/** Rules for one group of workers. */
export interface WorkerGroupNetworkPolicyRules extends NetworkPolicyRules {
  /** The group. */
  groupName: string;
}

/** Encryption between the pods. */
export interface TLSOptions {
  /** Whether there is any. */
  enabled?: boolean;
}

/** What happens when the templates change. */
export interface RayClusterUpgradeStrategy {
  /** Whether pods are made anew. */
  type?: 'Recreate' | 'None';
}

/** How a cluster is doing. */
export interface RayClusterStatus {
  /** What it is at. */
  state?: string;
  /** CPUs of all pods together. */
  desiredCPU?: Quantity;
  /** Memory of all pods together. */
  desiredMemory?: Quantity;
  /** GPUs of all pods together. */
  desiredGPU?: Quantity;
  /** TPUs of all pods together. */
  desiredTPU?: Quantity;
  /** When the status was written. */
  lastUpdateTime?: Time | null;
  /** When it came into each state. */
  stateTransitionTimes?: Record<string, Time>;
  /** Ports of the head, by name. */
  endpoints?: Record<string, string>;
  /** Addresses of the head. */
  head?: HeadInfo;
  /** Why, in a sentence. */
  reason?: string;
  /** How the parts of the cluster are doing. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
  /** Workers that are ready. */
  readyWorkerReplicas?: Int32;
  /** Workers that run. */
  availableWorkerReplicas?: Int32;
  /** Workers that shall be. */
  desiredWorkerReplicas?: Int32;
  /** Workers at least. */
  minWorkerReplicas?: Int32;
  /** Workers at most. */
  maxWorkerReplicas?: Int32;
  /** The generation that the status is about. */
  observedGeneration?: Int64;
}

/** Addresses of a head. */
export interface HeadInfo {
  /** Of the pod. */
  podIP?: string;
  /** Of the Service. */
  serviceIP?: string;
  /** The name of the pod. */
  podName?: string;
  /** The name of the Service. */
  serviceName?: string;
}
