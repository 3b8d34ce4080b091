import type { Condition, CustomResource, Int32, Int64, Quantity, Time } from 'kbts/runtime';
import type { EnvFromSource, EnvVar, EnvVarSource, IngressTLS, NetworkPolicyEgressRule, NetworkPolicyIngressRule, PathType, PersistentVolumeAccessMode, PullPolicy, ResourceRequirements, SecurityContext, Service, ServiceType } from 'kbts/k8s';
import type { PodTemplateSpec, VolumeMount } from '../../kubernetes-1.36/pod.js';
/** A cluster of Ray: one head, and groups of workers. */
export interface RayCluster extends CustomResource<RayClusterSpec, RayClusterStatus> {
    /** What the cluster shall be. */
    spec: RayClusterSpec;
}
/** What a cluster shall be. */
export interface RayClusterSpec {
    /** Who may talk to the cluster. */
    authOptions?: AuthOptions;
    /** The controller in charge. */
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
    pathType?: PathType;
    /** Certificates. */
    tls?: IngressTLS[];
}
/** A group of equal workers. */
export interface WorkerGroupSpec extends GroupSpec {
    /** The name of the group. */
    groupName: string;
    /** How many workers. */
    replicas?: Int32;
    /** How many workers at least. */
    minReplicas: Int32;
    /** How many workers at most. */
    maxReplicas: Int32;
    /** How many pods make one worker. */
    numOfHosts?: Int32;
    /** Which group grows first. */
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
    mode?: 'DenyAll' | 'DenyAllIngress' | 'DenyAllEgress';
    /** Rules for the head. */
    head?: NetworkPolicyRules;
    /** Rules for all workers. */
    worker?: NetworkPolicyRules;
    /** Rules for single groups of workers. */
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
