import type { CustomResource, Int32 } from 'kbts/runtime';

/** What a user wants: a Deployment of a name and a size. */
export interface AppServiceSpec {
  /** The Deployment that the controller makes. It must not belong to anybody else. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=63
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="a Deployment cannot be renamed"
  deploymentName: string;

  /** How many Pods it has. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=10
  // +kubebuilder:default=1
  // +optional
  replicas?: Int32;
}

/** What the controller saw. */
export interface AppServiceStatus {
  /** How many Pods of the Deployment can be used. */
  // +optional
  availableReplicas?: Int32;
}

/** AppService is a web server with a number of replicas. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// Groups of Kubernetes need an approval. Once it is given, write its link here.
// +kubebuilder:metadata:annotations="api-approved.kubernetes.io=unapproved, not an API of the Kubernetes project"
// +kubebuilder:printcolumn:name=Deployment,type=string,JSONPath=`.spec.deploymentName`
// +kubebuilder:printcolumn:name=Desired,type=integer,JSONPath=`.spec.replicas`
// +kubebuilder:printcolumn:name=Available,type=integer,JSONPath=`.status.availableReplicas`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
export interface AppService extends CustomResource<AppServiceSpec, AppServiceStatus> {}
