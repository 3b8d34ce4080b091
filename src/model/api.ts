/** What the sources say about kinds, as plain data. */
import type { SourcePosition } from './diagnostic.js';
import type { JsonSchema } from './schema.js';

/** A column of `kubectl get`. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly description?: string;
  readonly format?: string;
  readonly priority?: number;
}

/** Names that `+kubebuilder:resource` may set. */
export interface ResourceNames {
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
}

/** `subresources.scale`. */
export interface ScaleSubresource {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** How versions of a kind are converted into each other. */
export interface ConversionWebhook {
  readonly serviceName: string;
  readonly serviceNamespace: string;
  readonly path?: string;
  readonly port?: number;
  readonly reviewVersions: readonly string[];
}

/** What a console shall show of a kind or a field, by a marker of operator-sdk. */
export interface ConsoleNote {
  readonly displayName?: string;
  /** Above others, from low to high. */
  readonly order?: number;
  /** Of kinds: what belongs to an object, each as kind, version and name. */
  readonly resources?: readonly (readonly string[])[];
  /** Of fields: in which list of descriptors the field is. */
  readonly part?: 'spec' | 'status';
  readonly xDescriptors?: readonly string[];
}

/** One version of one kind. */
export interface KindVersion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly names: ResourceNames;
  readonly schema: JsonSchema;
  readonly isStorage: boolean;
  readonly isServed: boolean;
  readonly isSkipped: boolean;
  readonly deprecation?: { readonly warning?: string };
  readonly hasStatus: boolean;
  readonly scale?: ScaleSubresource;
  readonly printerColumns: readonly PrinterColumn[];
  readonly selectableFields: readonly string[];
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly conversion?: ConversionWebhook;
  readonly console?: ConsoleNote;
  /** Where the type is declared. */
  readonly origin: MarkerOrigin;
  /** Where the marker that made a part stands, by part (`printcolumn:0`, `storageversion` …). */
  readonly markers: ReadonlyMap<string, MarkerOrigin>;
  /** Where each schema node comes from, for checks that run on the finished schema. */
  readonly origins: SchemaOrigins;
  /** Needed by `kbts generate`: the declaration's file and whether its metadata may be absent. */
  readonly source: KindSource;
}

/** Where a kind is declared, as `kbts generate` needs it. */
export interface KindSource {
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly hasOptionalIdentity: boolean;
  /** Declared with `type`, which may be a union: an interface cannot extend every alias. */
  readonly isAlias: boolean;
  /** The name by which the file exports it, where that is not the kind: `default`. */
  readonly exportName?: string;
  readonly doc?: string;
}

/** Where a schema node comes from. */
export interface SchemaOrigin {
  readonly position: SourcePosition;
  readonly excerpt: string;
  /** Positions of the markers that set keywords, by keyword. */
  readonly markers: ReadonlyMap<string, MarkerOrigin>;
  /** What consoles shall show of the field. */
  readonly console?: readonly ConsoleNote[];
}

/** Where a marker stands. */
export interface MarkerOrigin {
  readonly position: SourcePosition;
  readonly excerpt: string;
}

/** Origins of schema nodes, for checks that run on the finished schema. */
export type SchemaOrigins = WeakMap<JsonSchema, SchemaOrigin>;
