import type { CustomResource } from 'kbts/runtime';
import type { CustomResourceDefinitionNames } from 'kbts/k8s/apiextensions/v1';
import type { CompositeDefinition, CompositeDeletePolicy, CompositeResourceDefinitionStatus, CustomResourceConversion } from '../v1/xrd.types.js';
/** Defines a kind whose objects are composed of others. */
export interface CompositeResourceDefinition extends CustomResource<CompositeResourceDefinitionSpec, CompositeResourceDefinitionStatus> {
    /** What the kind shall be. */
    spec: CompositeResourceDefinitionSpec;
}
/** What a composed kind shall be: claims and connection secrets are gone, their fields stay for conversion. */
export interface CompositeResourceDefinitionSpec extends CompositeDefinition {
    /** Whether its objects live in namespaces. */
    scope?: 'Namespaced' | 'Cluster';
    /** Not supported any more. */
    claimNames?: CustomResourceDefinitionNames;
    /** Not supported any more. */
    defaultCompositeDeletePolicy?: CompositeDeletePolicy;
    /** How its versions become each other. */
    conversion?: CustomResourceConversion;
}
