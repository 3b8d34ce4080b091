import type { Int32 } from 'kbts/runtime';
import type {
  Affinity,
  LocalObjectReference,
  PodSecurityContext,
  ResourceRequirements,
  ServiceType,
  Toleration,
} from 'kbts/k8s';

/** Solves over HTTP, with a pod that answers. */
export interface HTTP01Solver {
  /** Behind an Ingress. */
  ingress?: HTTP01SolverIngress;
  /** Behind a Gateway. */
  gatewayHTTPRoute?: HTTP01SolverGatewayHTTPRoute;
}

/** A pod behind an Ingress. */
export interface HTTP01SolverIngress {
  /** The type of its Service. */
  serviceType?: ServiceType;
  /** The class of the Ingress. */
  ingressClassName?: string;
  /** The class, in the old annotation. */
  class?: string;
  /** An Ingress that is there already. */
  name?: string;
  /** Changes to the pod. */
  podTemplate?: SolverPodTemplate;
  /** Changes to the Ingress. */
  ingressTemplate?: SolverIngressTemplate;
}

/** A pod behind a Gateway. */
export interface HTTP01SolverGatewayHTTPRoute {
  /** The type of its Service. */
  serviceType?: ServiceType;
  /** Labels of the route. */
  labels?: Record<string, string>;
  /** Where the route goes. */
  // +listType=atomic
  parentRefs?: ParentReference[];
  /** Changes to the pod. */
  podTemplate?: SolverPodTemplate;
}

/** Labels and annotations. */
export interface SolverObjectMeta {
  /** Annotations. */
  annotations?: Record<string, string>;
  /** Labels. */
  labels?: Record<string, string>;
}

/** Changes to an Ingress. */
export interface SolverIngressTemplate {
  /** Its labels and annotations. */
  metadata?: SolverObjectMeta;
}

/** Changes to a pod. */
export interface SolverPodTemplate {
  /** Its labels and annotations. */
  metadata?: SolverObjectMeta;
  /** The rest of it. */
  spec?: SolverPodSpec;
}

/** The parts of a pod that can be changed. */
export interface SolverPodSpec {
  /** Labels that its node must have. */
  nodeSelector?: Record<string, string>;
  /** Where it may run. */
  affinity?: Affinity;
  /** Taints that it bears. */
  // +listType=atomic
  tolerations?: Toleration[];
  /** How important it is. */
  priorityClassName?: string;
  /** Who it is. */
  serviceAccountName?: string;
  /** Secrets for its image. */
  // +listType=map
  // +listMapKey=name
  imagePullSecrets?: LocalObjectReference[];
  /** What it may do. */
  securityContext?: SolverSecurityContext;
  /** What it may use. */
  resources?: Omit<ResourceRequirements, 'claims'>;
}

/** What a pod may do. */
export type SolverSecurityContext = Pick<
  PodSecurityContext,
  | 'seLinuxOptions'
  | 'runAsUser'
  | 'runAsGroup'
  | 'runAsNonRoot'
  | 'supplementalGroups'
  | 'fsGroup'
  | 'sysctls'
  | 'fsGroupChangePolicy'
  | 'seccompProfile'
>;

/** A Gateway, or one of its listeners. */
export interface ParentReference {
  /** Its API group. */
  // +kubebuilder:default=gateway.networking.k8s.io
  // +kubebuilder:validation:MaxLength=253
  // +kubebuilder:validation:Pattern=`^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
  group?: string;
  /** Its kind. */
  // +kubebuilder:default=Gateway
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=63
  // +kubebuilder:validation:Pattern=`^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$`
  kind?: string;
  /** Its namespace. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=63
  // +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
  namespace?: string;
  /** Its name. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=253
  name: string;
  /** The listener. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=253
  // +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
  sectionName?: string;
  /** The port of the listener. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=65535
  port?: Int32;
}
