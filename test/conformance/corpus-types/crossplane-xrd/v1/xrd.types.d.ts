import type { Bytes, CustomResource, Int32, Int64, RawExtension, Time } from 'kbts/runtime';
import type { LabelSelector } from 'kbts/k8s';
import type { CustomResourceColumnDefinition, CustomResourceDefinitionNames, CustomResourceSubresources } from 'kbts/k8s/apiextensions/v1';
/** Defines a kind whose objects are composed of others. */
export interface CompositeResourceDefinition extends CustomResource<CompositeResourceDefinitionSpec, CompositeResourceDefinitionStatus> {
    /** What the kind shall be. */
    spec: CompositeResourceDefinitionSpec;
}
/** What a composed kind shall be. */
export interface CompositeResourceDefinitionSpec extends CompositeDefinition {
    /** Whether its objects live in namespaces. */
    scope?: 'LegacyCluster' | 'Namespaced' | 'Cluster';
    /** The kind by which users claim such an object. */
    claimNames?: CustomResourceDefinitionNames;
    /** How parts are deleted when a claim goes. */
    defaultCompositeDeletePolicy?: CompositeDeletePolicy;
    /** How its versions become each other. */
    conversion?: CustomResourceConversion;
}
/** What all versions have in common. */
export interface CompositeDefinition {
    /** The API group. */
    group: string;
    /** The names of the kind. */
    names: CustomResourceDefinitionNames;
    /** Keys of the Secret with connection details. */
    connectionSecretKeys?: string[];
    /** Used when an object names no composition. */
    defaultCompositionRef?: CompositionReference;
    /** Used whatever an object says. */
    enforcedCompositionRef?: CompositionReference;
    /** Whether objects follow new revisions of their composition. */
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
