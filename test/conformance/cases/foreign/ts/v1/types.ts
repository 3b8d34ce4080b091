// +groupName=foreign.kbts.dev
// +versionName=v1
// +kubebuilder:object:generate=true
// +k8s:deepcopy-gen=package,register
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:ac:generate=true
// +kubebuilder:ac:output:package=apply
// +k8s:openapi-gen=true
// +k8s:defaulter-gen=TypeMeta
// +kubebuilder:scaffold:imports

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:object:generate=true
// +k8s:deepcopy-gen=package,register
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:ac:generate=true
// +kubebuilder:ac:output:package=apply
// +genclient
// +genclient:nonNamespaced
// +k8s:prerelease-lifecycle-gen:introduced=1.30
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:object:generate=true
  // +k8s:deepcopy-gen=package,register
  // +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
  // +kubebuilder:ac:generate=true
  // +kubebuilder:ac:output:package=apply
  // +protobuf=true
  // +k8s:alpha(since: "1.35")=+k8s:minimum=1
  a?: Int32;
}
