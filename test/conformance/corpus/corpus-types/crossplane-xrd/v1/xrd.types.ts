// +groupName=apiextensions.crossplane.io

import type { Bytes, CustomResource, Int32, Int64, RawExtension, Time } from 'kbts/runtime';
import type { LabelSelector } from 'kbts/k8s';
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionNames,
  CustomResourceSubresources,
} from 'kbts/k8s/apiextensions/v1';

/** Defines a kind whose objects are composed of others. */
// +kubebuilder:resource:scope=Cluster,categories=crossplane,shortName=xrd;xrds
// +kubebuilder:storageversion
// +kubebuilder:deprecatedversion:warning="CompositeResourceDefinition v1 is deprecated and will be removed in a future release; consider migrating to v2"
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

/** What a composed kind shall be. */
// +kubebuilder:validation:XValidation:rule="self.scope == 'LegacyCluster' || !has(self.claimNames)",message="Only LegacyCluster composite resources can offer claims"
// +kubebuilder:validation:XValidation:rule="self.scope == 'LegacyCluster' || !has(self.connectionSecretKeys)",message="Only LegacyCluster composite resources support connection secrets"
export interface CompositeResourceDefinitionSpec extends CompositeDefinition {
  /** Whether its objects live in namespaces. */
  // +kubebuilder:default=LegacyCluster
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="Value is immutable"
  scope?: 'LegacyCluster' | 'Namespaced' | 'Cluster';
  /** The kind by which users claim such an object. */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="Value is immutable"
  // +kubebuilder:validation:XValidation:rule="self.plural == self.plural.lowerAscii()",message="Plural name must be lowercase"
  // +kubebuilder:validation:XValidation:rule="!has(self.singular) || self.singular == self.singular.lowerAscii()",message="Singular name must be lowercase"
  claimNames?: CustomResourceDefinitionNames;
  /** How parts are deleted when a claim goes. */
  // +kubebuilder:default=Background
  defaultCompositeDeletePolicy?: CompositeDeletePolicy;
  /** How its versions become each other. */
  // +kubebuilder:validation:XValidation:rule="self.strategy == 'Webhook' && has(self.webhook)",message="Webhook configuration is required when conversion strategy is Webhook"
  conversion?: CustomResourceConversion;
}

/** What all versions have in common. */
export interface CompositeDefinition {
  /** The API group. */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="Value is immutable"
  group: string;
  /** The names of the kind. */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="Value is immutable"
  // +kubebuilder:validation:XValidation:rule="self.plural == self.plural.lowerAscii()",message="Plural name must be lowercase"
  // +kubebuilder:validation:XValidation:rule="!has(self.singular) || self.singular == self.singular.lowerAscii()",message="Singular name must be lowercase"
  names: CustomResourceDefinitionNames;
  /** Keys of the Secret with connection details. */
  connectionSecretKeys?: string[];
  /** Used when an object names no composition. */
  defaultCompositionRef?: CompositionReference;
  /** Used whatever an object says. */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="Value is immutable"
  enforcedCompositionRef?: CompositionReference;
  /** Whether objects follow new revisions of their composition. */
  // +kubebuilder:default=Automatic
  defaultCompositionUpdatePolicy?: 'Automatic' | 'Manual';
  /** Which revisions are considered. */
  defaultCompositionRevisionSelector?: LabelSelector;
  /** The versions of the kind. */
  versions: CompositeResourceDefinitionVersion[];
  /** Labels and annotations of the CRD. */
  metadata?: CompositeMetadata;
}

/** How parts are deleted. */
export type CompositeDeletePolicy = 'Background' | 'Foreground';

/** Names a composition. */
export interface CompositionReference {
  /** Its name. */
  name: string;
}

/** Labels and annotations. */
export interface CompositeMetadata {
  /** Labels. */
  labels?: Record<string, string>;
  /** Annotations. */
  annotations?: Record<string, string>;
}

/** One version of a composed kind. */
export interface CompositeResourceDefinitionVersion {
  /** Its name. */
  name: string;
  /** Whether compositions can be for it. */
  referenceable: boolean;
  /** Whether the API server serves it. */
  served: boolean;
  /** Whether users get a warning. */
  deprecated?: boolean;
  /** What the warning says. */
  // +kubebuilder:validation:MaxLength=256
  deprecationWarning?: string;
  /** What its objects look like. */
  schema?: CompositeResourceValidation;
  /** Columns of `kubectl get`. */
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  /** Endpoints beside the object. */
  subresources?: Pick<CustomResourceSubresources, 'scale'>;
}

/** What objects look like. */
export interface CompositeResourceValidation {
  /** The schema, as CRDs have it. */
  openAPIV3Schema?: RawExtension;
}

/** How versions become each other. */
export interface CustomResourceConversion {
  /** By whom. */
  strategy: string;
  /** The one who does it. */
  webhook?: WebhookConversion;
}

/** A webhook that converts. */
export interface WebhookConversion {
  /** How to reach it. */
  clientConfig?: WebhookClientConfig;
  /** Versions of reviews that it understands. */
  // +listType=atomic
  conversionReviewVersions: string[];
}

/** How to reach a webhook. */
export interface WebhookClientConfig {
  /** By URL. */
  url?: string;
  /** By Service. */
  service?: ServiceReference;
  /** Who signed its certificate. */
  caBundle?: Bytes;
}

/** A Service, and where on it. */
export interface ServiceReference {
  /** Its namespace. */
  namespace: string;
  /** Its name. */
  name: string;
  /** The path. */
  path?: string;
  /** The port. */
  port?: Int32;
}

/** How a definition is doing. */
export interface CompositeResourceDefinitionStatus {
  /** How its parts are doing. */
  // +listType=map
  // +listMapKey=type
  conditions?: CrossplaneCondition[];
  /** What is being watched. */
  controllers?: CompositeResourceDefinitionControllerStatus;
}

/** A condition with fewer rules than that of Kubernetes. */
export interface CrossplaneCondition {
  /** What it is about. */
  type: string;
  /** True, False or Unknown. */
  status: string;
  /** Since when. */
  lastTransitionTime: Time;
  /** Why, in one word. */
  reason: string;
  /** Why, in a sentence. */
  message?: string;
  /** The generation that it is about. */
  observedGeneration?: Int64;
}

/** What is being watched. */
export interface CompositeResourceDefinitionControllerStatus {
  /** The claims. */
  compositeResourceClaimType?: TypeReference;
  /** The composed objects. */
  compositeResourceType?: TypeReference;
}

/** Names a kind. */
export interface TypeReference {
  /** Its API version. */
  apiVersion: string;
  /** Its kind. */
  kind: string;
}
