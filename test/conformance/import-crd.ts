/** A CustomResourceDefinition → TypeScript types with markers, to see whether we can say everything that it says. */
import { quote, type Schema, SchemaImporter } from './import-schema.js';

/** A CustomResourceDefinition, as far as it is read here. */
export interface Crd {
  readonly metadata: {
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly group: string;
    readonly names: {
      readonly kind: string;
      readonly plural: string;
      readonly singular?: string;
      readonly shortNames?: readonly string[];
      readonly categories?: readonly string[];
    };
    readonly scope: string;
    readonly conversion?: {
      readonly strategy: string;
      readonly webhook?: {
        readonly clientConfig: { readonly service: { name: string; namespace: string; path?: string; port?: number } };
        readonly conversionReviewVersions: readonly string[];
      };
    };
    readonly versions: readonly CrdVersion[];
  };
}

interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema: { readonly openAPIV3Schema: Schema };
  readonly subresources?: {
    readonly status?: object;
    readonly scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
  };
  readonly additionalPrinterColumns?: readonly Readonly<Record<string, string | number>>[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

/** The sources of a CRD, one file a version, by path. */
export function importCrd(crd: Crd): Map<string, string> {
  const { versions } = crd.spec;
  return new Map(
    versions.map((version, index) => [
      `src/${version.name}/types.ts`,
      importVersion(crd, version, index === 0 ? crdMarkers(crd) : []),
    ]),
  );
}

function importVersion(crd: Crd, version: CrdVersion, extra: readonly string[]): string {
  const importer = new SchemaImporter();
  const schema = version.schema.openAPIV3Schema;
  const { apiVersion: _a, kind: _k, metadata: _m, ...own } = schema.properties ?? {};
  const required = (schema.required as string[] | undefined) ?? [];
  const members = Object.entries(own).map(([name, child]) => importer.member(name, child, required.includes(name), 1));
  const markers = [
    ...importer.markers({ ...schema, properties: {}, type: 'object' }, 'type'),
    ...versionMarkers(crd, version),
    ...extra,
  ];
  const root = [
    ...importer.comment(schema, ''),
    ...markers.map((marker) => `// ${marker}`),
    '// +kubebuilder:object:root=true',
    `export interface ${crd.spec.names.kind} {`,
  ];
  return [
    `// +groupName=${crd.spec.group}`,
    `// +versionName=${version.name}`,
    '',
    "import type * as k from 'kbts/runtime';",
    '',
    ...root,
    '  apiVersion?: string;',
    '  kind?: string;',
    '  metadata?: k.ObjectMeta;',
    ...members,
    '}',
    '',
    ...importer.aliases,
    '',
  ].join('\n');
}

/** What is said once for all versions. */
function crdMarkers({ metadata, spec }: Crd): string[] {
  const markers: string[] = [];
  for (const name of ['annotations', 'labels'] as const) {
    const pairs = Object.entries(metadata[name] ?? {}).map(([key, value]) => quote(`${key}=${value}`));
    if (pairs.length > 0) markers.push(`+kubebuilder:metadata:${name}={${pairs.join(',')}}`);
  }
  const { webhook } = spec.conversion ?? {};
  if (webhook !== undefined) {
    const { name, namespace, path = '', port } = webhook.clientConfig.service;
    const parts = [`serviceName=${quote(name)}`, `serviceNamespace=${quote(namespace)}`, `path=${quote(path)}`];
    if (port !== undefined) parts.push(`servicePort=${port}`);
    parts.push(`reviewVersions={${webhook.conversionReviewVersions.map(quote).join(',')}}`);
    markers.push(`+kubebuilder:conversion:${parts.join(',')}`);
  }
  return markers;
}

function versionMarkers({ spec: { names, scope } }: Crd, version: CrdVersion): string[] {
  const resource = [`path=${names.plural}`, `scope=${scope}`];
  if (names.singular !== undefined) resource.push(`singular=${names.singular}`);
  if (names.shortNames !== undefined) resource.push(`shortName={${names.shortNames.map(quote).join(',')}}`);
  if (names.categories !== undefined) resource.push(`categories={${names.categories.map(quote).join(',')}}`);
  const markers = [`+kubebuilder:resource:${resource.join(',')}`];
  if (version.storage) markers.push('+kubebuilder:storageversion');
  if (!version.served) markers.push('+kubebuilder:unservedversion');
  if (version.deprecated === true) {
    const { deprecationWarning: warning } = version;
    markers.push(`+kubebuilder:deprecatedversion${warning === undefined ? '' : `:warning=${quote(warning)}`}`);
  }
  const { status, scale } = version.subresources ?? {};
  if (status !== undefined) markers.push('+kubebuilder:subresource:status');
  if (scale !== undefined) {
    const selector = scale.labelSelectorPath === undefined ? '' : `,selectorpath=${scale.labelSelectorPath}`;
    const paths = `specpath=${scale.specReplicasPath},statuspath=${scale.statusReplicasPath}${selector}`;
    markers.push(`+kubebuilder:subresource:scale:${paths}`);
  }
  for (const { jsonPath, ...column } of version.additionalPrinterColumns ?? []) {
    const parts = Object.entries({ ...column, JSONPath: jsonPath ?? '' });
    const texts = parts.map(([key, value]) => `${key}=${typeof value === 'string' ? quote(value) : value}`);
    markers.push(`+kubebuilder:printcolumn:${texts.join(',')}`);
  }
  for (const { jsonPath } of version.selectableFields ?? [])
    markers.push(`+kubebuilder:selectablefield:JSONPath=${quote(jsonPath)}`);
  return markers;
}
