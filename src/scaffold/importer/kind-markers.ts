/** What a CRD says beyond the schemas of its versions, as markers. */
import type { Crd, CrdVersion } from './crd.js';
import { NotExpressible } from './not-expressible.js';
import { quoted } from './schema-markers.js';

/** Written by tools about themselves; they would be wrong here. */
const FOREIGN_ANNOTATIONS: ReadonlySet<string> = new Set([
  'controller-gen.kubebuilder.io/version',
  'kubectl.kubernetes.io/last-applied-configuration',
]);

/** What is said once for all versions: metadata and conversion. */
export function crdMarkers({ metadata, spec }: Crd): string[] {
  const markers: string[] = [];
  for (const name of ['annotations', 'labels'] as const) {
    const pairs = Object.entries(metadata[name] ?? {})
      .filter(([key]) => !FOREIGN_ANNOTATIONS.has(key))
      .map(([key, value]) => quoted(`${key}=${value}`));
    if (pairs.length > 0) markers.push(`+kubebuilder:metadata:${name}={${pairs.join(',')}}`);
  }
  const { webhook } = spec.conversion ?? {};
  if (webhook === undefined) return markers;
  const service = webhook.clientConfig?.service;
  if (service === undefined) throw new NotExpressible('spec.conversion.webhook', 'names no Service');
  const { name, namespace, path = '', port } = service;
  const parts = [
    `serviceName=${quoted(name)}`,
    `serviceNamespace=${quoted(namespace)}`,
    `path=${quoted(path)}`,
    ...(port === undefined ? [] : [`servicePort=${port}`]),
    `reviewVersions={${webhook.conversionReviewVersions.map(quoted).join(',')}}`,
  ];
  return [...markers, `+kubebuilder:conversion:${parts.join(',')}`];
}

/** What one version says: names, subresources, columns. */
export function versionMarkers({ spec }: Crd, version: CrdVersion): string[] {
  return [
    resourceMarker(spec),
    ...(version.storage && spec.versions.length > 1 ? ['+kubebuilder:storageversion'] : []),
    ...(version.served ? [] : ['+kubebuilder:unservedversion']),
    ...deprecation(version),
    ...subresources(version),
    ...(version.additionalPrinterColumns ?? []).map(printerColumn),
    ...(version.selectableFields ?? []).map(
      ({ jsonPath }) => `+kubebuilder:selectablefield:JSONPath=${quoted(jsonPath)}`,
    ),
  ];
}

function resourceMarker({ names, scope }: Crd['spec']): string {
  const parts = [`path=${names.plural}`];
  if (scope !== 'Namespaced') parts.push(`scope=${scope}`);
  if (names.singular !== undefined && names.singular !== '' && names.singular !== names.kind.toLowerCase())
    parts.push(`singular=${names.singular}`);
  for (const [key, list] of [
    ['shortName', names.shortNames],
    ['categories', names.categories],
  ] as const)
    if (list !== undefined && list.length > 0) parts.push(`${key}={${list.map(quoted).join(',')}}`);
  return `+kubebuilder:resource:${parts.join(',')}`;
}

function deprecation({ deprecated, deprecationWarning: warning }: CrdVersion): string[] {
  if (deprecated !== true) return [];
  return [`+kubebuilder:deprecatedversion${warning === undefined ? '' : `:warning=${quoted(warning)}`}`];
}

function subresources({ subresources: { status, scale } = {} }: CrdVersion): string[] {
  const markers = status === undefined ? [] : ['+kubebuilder:subresource:status'];
  if (scale === undefined) return markers;
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  const selector = labelSelectorPath === undefined ? '' : `,selectorpath=${quoted(labelSelectorPath)}`;
  const paths = `specpath=${quoted(specReplicasPath)},statuspath=${quoted(statusReplicasPath)}${selector}`;
  return [...markers, `+kubebuilder:subresource:scale:${paths}`];
}

function printerColumn({ jsonPath, ...column }: Readonly<Record<string, string | number>>): string {
  const parts = Object.entries({ ...column, JSONPath: jsonPath ?? '' });
  const texts = parts.map(([key, value]) => `${key}=${typeof value === 'string' ? quoted(value) : value}`);
  return `+kubebuilder:printcolumn:${texts.join(',')}`;
}
