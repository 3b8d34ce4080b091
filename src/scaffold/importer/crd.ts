/** A CustomResourceDefinition from outside, after every part of it has been checked. */

/** One node of a schema. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly title?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly externalDocs?: { readonly url?: string; readonly description?: string };
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly Readonly<Record<string, string | boolean>>[];
  readonly [keyword: string]: unknown;
}

/** One version of a kind. */
export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: Schema };
  readonly subresources?: {
    readonly status?: object;
    readonly scale?: {
      readonly specReplicasPath: string;
      readonly statusReplicasPath: string;
      readonly labelSelectorPath?: string;
    };
  };
  readonly additionalPrinterColumns?: readonly Readonly<Record<string, string | number>>[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

/** How objects of one version become those of another. */
export interface CrdConversion {
  readonly strategy: string;
  readonly webhook?: {
    readonly clientConfig?: {
      readonly service?: {
        readonly name: string;
        readonly namespace: string;
        readonly path?: string;
        readonly port?: number;
      };
    };
    readonly conversionReviewVersions: readonly string[];
  };
}

/** The parts of a CRD that are read here. */
export interface Crd {
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly group: string;
    readonly scope: 'Namespaced' | 'Cluster';
    readonly names: {
      readonly kind: string;
      readonly plural: string;
      readonly singular?: string;
      readonly listKind?: string;
      readonly shortNames?: readonly string[];
      readonly categories?: readonly string[];
    };
    readonly conversion?: CrdConversion;
    readonly versions: readonly CrdVersion[];
  };
}
