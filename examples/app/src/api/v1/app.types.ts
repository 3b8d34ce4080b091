import type { Condition, CustomResource, Int32 } from 'kbts/runtime';

/** What a user wants: an image that runs, and how far it can be reached. */
export interface AppSpec {
  /** The image to run. */
  // +kubebuilder:validation:MinLength=1
  image: string;

  /** How many Pods run it; 0 switches the app off. */
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:default=1
  // +optional
  replicas?: Int32;

  /** The port on which the image listens. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=65535
  // +kubebuilder:default=8080
  // +optional
  containerPort?: Int32;

  /** Whether other Pods reach the app through a Service. */
  enableService: boolean;

  /** Whether the outside world reaches it through an Ingress. Left out, it follows `enableService`. */
  // +optional
  enableIngress?: boolean;

  /** The host name of the Ingress; left out, it answers to any. */
  // +kubebuilder:validation:Format=hostname
  // +kubebuilder:validation:MaxLength=253
  // +optional
  host?: string;
}

/** What the controller saw. */
export interface AppStatus {
  /** How many Pods are ready. */
  // +optional
  readyReplicas?: Int32;

  /** `Ready` is true while all Pods are. */
  // +listType=map
  // +listMapKey=type
  // +optional
  conditions?: Condition[];
}

/** App is a web application: a Deployment, and a Service and an Ingress where it asks for them. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Image,type=string,JSONPath=`.spec.image`
// +kubebuilder:printcolumn:name=Service,type=boolean,JSONPath=`.spec.enableService`
// +kubebuilder:printcolumn:name=Ingress,type=boolean,JSONPath=`.spec.enableIngress`
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:validation:XValidation:rule="self.metadata.name.matches('^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$')",message="the Service gets this name, so it begins with a letter and has at most 63 characters"
export interface App extends CustomResource<AppSpec, AppStatus> {}
