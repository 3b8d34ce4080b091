// +groupName=apiextensions.crossplane.io

import type { CustomResource } from 'kbts/runtime';
import type { CustomResourceDefinitionNames } from 'kbts/k8s/apiextensions/v1';
import type {
  CompositeDefinition,
  CompositeDeletePolicy,
  CompositeResourceDefinitionStatus,
  CustomResourceConversion,
} from '../v1/xrd.types.js';

/** Defines a kind whose objects are composed of others. */
// +kubebuilder:resource:scope=Cluster,categories=crossplane,shortName=xrd;xrds
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=ESTABLISHED,type=string,JSONPath=".status.conditions[?(@.type=='Established')].status"
// +kubebuilder:printcolumn:name=OFFERED,type=string,JSONPath=".status.conditions[?(@.type=='Offered')].status"
// +kubebuilder:printcolumn:name=AGE,type=date,JSONPath=.metadata.creationTimestamp
export interface CompositeResourceDefinition extends CustomResource<
  CompositeResourceDefinitionSpec,
  CompositeResourceDefinitionStatus
> {
  /** What the kind shall be. */
  // +optional
  spec: CompositeResourceDefinitionSpec;
}

/** What a composed kind shall be: claims and connection secrets are gone, their fields stay for conversion. */
// +kubebuilder:validation:XValidation:rule="!has(self.claimNames)",message="Claims aren't supported in apiextensions.crossplane.io/v2"
// +kubebuilder:validation:XValidation:rule="!has(self.connectionSecretKeys)",message="XR connection secrets aren't supported in apiextensions.crossplane.io/v2"
export interface CompositeResourceDefinitionSpec extends CompositeDefinition {
  /** Whether its objects live in namespaces. */
  // +kubebuilder:default=Namespaced
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="Value is immutable"
  scope?: 'Namespaced' | 'Cluster';
  /** Not supported any more. */
  claimNames?: CustomResourceDefinitionNames;
  /** Not supported any more. */
  defaultCompositeDeletePolicy?: CompositeDeletePolicy;
  /** How its versions become each other. */
  conversion?: CustomResourceConversion;
}
