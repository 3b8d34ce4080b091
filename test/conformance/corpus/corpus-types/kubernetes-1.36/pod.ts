/**
 * Pods as Kubernetes 1.36 has them, for CRDs that were made with its types: those of `kbts/k8s`, without the fields
 * that 1.37 added.
 */
import type * as k8s from 'kbts/k8s';

/** Describes the pods that a controller makes. */
export interface PodTemplateSpec extends Omit<k8s.PodTemplateSpec, 'spec'> {
  /** What the pods run. */
  spec?: PodSpec;
}

/** What a pod runs, and where. */
export interface PodSpec extends Omit<
  k8s.PodSpec,
  'containers' | 'initContainers' | 'ephemeralContainers' | 'volumes' | 'evictionResponders'
> {
  /** The main containers, by name. */
  // +listType=map
  // +listMapKey=name
  containers: Container[];
  /** Containers that run before the main ones. */
  // +listType=map
  // +listMapKey=name
  initContainers?: Container[];
  /** Containers that were added for debugging. */
  // +listType=map
  // +listMapKey=name
  ephemeralContainers?: EphemeralContainer[];
  /** Volumes that containers can mount. */
  // +listType=map
  // +listMapKey=name
  volumes?: Volume[];
}

/** What differs in every sort of container. */
interface ContainerParts {
  /** What is done after the start and before the end. */
  lifecycle?: Lifecycle;
  /** Tells whether the container must be restarted. */
  livenessProbe?: Probe;
  /** Tells whether the container takes requests. */
  readinessProbe?: Probe;
  /** Tells whether the container has started. */
  startupProbe?: Probe;
  /** Where volumes appear in the container. */
  // +listType=map
  // +listMapKey=mountPath
  volumeMounts?: VolumeMount[];
}

/** One container of a pod. */
export interface Container extends Omit<k8s.Container, keyof ContainerParts>, ContainerParts {}

/** A container for debugging. */
export interface EphemeralContainer extends Omit<k8s.EphemeralContainer, keyof ContainerParts>, ContainerParts {}

/** What is done at the start and the end of a container. */
export interface Lifecycle extends Omit<k8s.Lifecycle, 'postStart' | 'preStop'> {
  /** Runs right after the container was created. */
  postStart?: LifecycleHandler;
  /** Runs before the container is stopped. */
  preStop?: LifecycleHandler;
}

/** One action of a lifecycle. */
export interface LifecycleHandler extends Omit<k8s.LifecycleHandler, 'httpGet'> {
  /** An HTTP request. */
  httpGet?: HTTPGetAction;
}

/** Asks a container how it is. */
export interface Probe extends Omit<k8s.Probe, 'httpGet' | 'grpc'> {
  /** Asks over HTTP. */
  httpGet?: HTTPGetAction;
  /** Asks over gRPC. */
  grpc?: GRPCAction;
}

/** An HTTP request to the container. */
export type HTTPGetAction = Omit<k8s.HTTPGetAction, 'protocol'>;

/** A gRPC health check of the container. */
export type GRPCAction = Omit<k8s.GRPCAction, 'mode'>;

/** Where a volume appears in a container. */
export type VolumeMount = Omit<k8s.VolumeMount, 'bindMountOptions'>;

/** A key that becomes a file. */
export type KeyToPath = Omit<k8s.KeyToPath, 'user'>;

/** A field of the pod that becomes a file. */
export type DownwardAPIVolumeFile = Omit<k8s.DownwardAPIVolumeFile, 'user'>;

/** A volume of a pod. */
export interface Volume extends Omit<k8s.Volume, 'configMap' | 'secret' | 'downwardAPI' | 'emptyDir' | 'projected'> {
  /** Files out of a ConfigMap. */
  configMap?: ConfigMapVolumeSource;
  /** Files out of a Secret. */
  secret?: SecretVolumeSource;
  /** Files about the pod itself. */
  downwardAPI?: DownwardAPIVolumeSource;
  /** An empty folder that lives as long as the pod. */
  emptyDir?: Omit<k8s.EmptyDirVolumeSource, 'mode'>;
  /** Files out of several sources. */
  projected?: ProjectedVolumeSource;
}

/** Files out of a ConfigMap. */
// +structType=atomic
export interface ConfigMapVolumeSource extends Omit<k8s.ConfigMapVolumeSource, 'items' | 'defaultUser'> {
  /** Which keys become files; all when absent. */
  // +listType=atomic
  items?: KeyToPath[];
}

/** Files out of a Secret. */
export interface SecretVolumeSource extends Omit<k8s.SecretVolumeSource, 'items' | 'defaultUser'> {
  /** Which keys become files; all when absent. */
  // +listType=atomic
  items?: KeyToPath[];
}

/** Files about the pod itself. */
export interface DownwardAPIVolumeSource extends Omit<k8s.DownwardAPIVolumeSource, 'items' | 'defaultUser'> {
  /** Which fields become files. */
  // +listType=atomic
  items?: DownwardAPIVolumeFile[];
}

/** Files out of several sources. */
export interface ProjectedVolumeSource extends Omit<k8s.ProjectedVolumeSource, 'sources' | 'defaultUser'> {
  /** The sources; later ones win. */
  // +listType=atomic
  sources?: VolumeProjection[];
}

/** One source of a projected volume. */
export interface VolumeProjection {
  /** Certificates that the cluster trusts. */
  clusterTrustBundle?: Omit<k8s.ClusterTrustBundleProjection, 'user'>;
  /** Keys of a ConfigMap. */
  configMap?: ConfigMapProjection;
  /** Fields of the pod. */
  downwardAPI?: DownwardAPIProjection;
  /** A certificate of the pod's own. */
  podCertificate?: Omit<k8s.PodCertificateProjection, 'user'>;
  /** Keys of a Secret. */
  secret?: SecretProjection;
  /** A token of the pod's service account. */
  serviceAccountToken?: Omit<k8s.ServiceAccountTokenProjection, 'user'>;
}

/** Keys of a ConfigMap as files. */
// +structType=atomic
export interface ConfigMapProjection extends Omit<k8s.ConfigMapProjection, 'items'> {
  /** Which keys become files; all when absent. */
  // +listType=atomic
  items?: KeyToPath[];
}

/** Keys of a Secret as files. */
// +structType=atomic
export interface SecretProjection extends Omit<k8s.SecretProjection, 'items'> {
  /** Which keys become files; all when absent. */
  // +listType=atomic
  items?: KeyToPath[];
}

/** Fields of the pod as files. */
export interface DownwardAPIProjection extends Omit<k8s.DownwardAPIProjection, 'items'> {
  /** Which fields become files. */
  // +listType=atomic
  items?: DownwardAPIVolumeFile[];
}
