/** What the catalogue says about the built-in resources. */

/** A subresource, and the kind that is sent to it. */
export interface BuiltinSubresource {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** A resource of Kubernetes as discovery lists it. */
export interface BuiltinKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
  readonly verbs: readonly string[];
  readonly subresources: readonly BuiltinSubresource[];
  /** False for alpha and beta versions, which must be switched on. */
  readonly isServedByDefault: boolean;
  /** Whether the version is the one that clients should use for its group. */
  readonly isPreferred: boolean;
}

/**
 * A node of a built-in schema: OpenAPI v3 without references and descriptions. Nodes are shared and, in
 * `CustomResourceDefinition`, recursive: walk a value along its schema, never a schema on its own.
 *
 * `default` is what server-side apply assumes for absent keys of list items; the API server itself fills in defaults in
 * other ways, so do not apply them to objects.
 */
export interface BuiltinSchema {
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, BuiltinSchema>>;
  readonly additionalProperties?: BuiltinSchema;
  readonly items?: BuiltinSchema;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-patch-merge-key'?: string;
  /** `merge`, `replace`, `retainKeys` or several of them with commas. */
  readonly 'x-kubernetes-patch-strategy'?: string;
  /** Also on quantities, together with `format: quantity`. */
  readonly 'x-kubernetes-int-or-string'?: true;
  readonly 'x-kubernetes-preserve-unknown-fields'?: true;
  readonly 'x-kubernetes-unions'?: unknown;
}
