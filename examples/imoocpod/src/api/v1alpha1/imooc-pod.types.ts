import type { Condition, CustomResource, Int32 } from 'kbts/runtime';

/** What a user wants: so many Pods of one image. */
export interface ImoocPodSpec {
  /** The image that every Pod runs. */
  // +kubebuilder:validation:MinLength=1
  image: string;

  /** How many Pods there should be; 0 keeps none. */
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:validation:Maximum=100
  // +kubebuilder:default=1
  // +optional
  replicas?: Int32;
}

/** What the controller saw. */
export interface ImoocPodStatus {
  /** How many Pods there are, without those that are about to end. */
  // +optional
  replicas?: Int32;

  /** Their names, in alphabetical order. */
  // +listType=set
  // +optional
  podNames?: string[];

  /** Which Pods are meant, as a label selector. Autoscalers ask for it. */
  // +optional
  selector?: string;

  /** `Ready` is true while as many Pods are ready as were asked for. */
  // +listType=map
  // +listMapKey=type
  // +optional
  conditions?: Condition[];
}

/** ImoocPod keeps a number of identical Pods running. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:resource:shortName=ip
// +kubebuilder:printcolumn:name=Desired,type=integer,JSONPath=`.spec.replicas`
// +kubebuilder:printcolumn:name=Current,type=integer,JSONPath=`.status.replicas`
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:validation:XValidation:rule="size(self.metadata.name) <= 57",message="names of Pods begin with it, so it has at most 57 characters"
export interface ImoocPod extends CustomResource<ImoocPodSpec, ImoocPodStatus> {}
