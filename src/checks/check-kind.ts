/** Names, versions, columns and paths of kinds. */
import type { KindVersion, MarkerOrigin } from '../model/api.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { DiagnosticCode } from '../model/diagnostic-codes.js';
import { isOddPlural } from './odd-plural.js';
import { groupKinds, type KindGroup, leadingVersion } from '../emitter/crd.js';
import { followPath } from './json-path.js';
import { at } from './report.js';

const LABEL = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const COLUMN_TYPES = ['integer', 'number', 'string', 'boolean', 'date'];
const MAX_SELECTABLE = 8;

type Report = (
  origin: MarkerOrigin | undefined,
  code: DiagnosticCode,
  message: string,
  fix: string,
  severity?: Diagnostic['severity'],
) => void;

/** All problems of kinds apart from their schemas. */
export function checkKinds(kinds: readonly KindVersion[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report: Report = (origin, code, message, fix, severity = 'error') =>
    found.push(at(origin, { severity, code, message, fix }));
  for (const kind of kinds) {
    checkNames(kind, report);
    checkColumns(kind, report);
    checkPaths(kind, report);
  }
  for (const group of groupKinds(kinds)) {
    checkVersions(group, report);
    checkApproval(group, report);
  }
  return found;
}

/** One version may have the annotations of all. */
function checkApproval({ group, versions }: KindGroup, report: Report): void {
  const isProtected = /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
  if (!isProtected || versions.some(({ annotations }) => Object.hasOwn(annotations, 'api-approved.kubernetes.io')))
    return;
  report(
    versions[0]?.origin,
    'group-protected',
    `the API server refuses the group "${group}" without an approval`,
    'use your own domain, or add +kubebuilder:metadata:annotations="api-approved.kubernetes.io=<link to the approval>"',
  );
}

function checkNames(kind: KindVersion, report: Report): void {
  const { group, version, names, origin } = kind;
  const marker = kind.markers.get('resource') ?? origin;
  if (!SUBDOMAIN.test(group) || !group.includes('.'))
    report(
      origin,
      'group-invalid',
      `"${group}" is not an API group`,
      'use a domain name with a dot in it: +groupName=webapp.example.com',
    );
  if (!LABEL.test(version))
    report(
      origin,
      'version-invalid',
      `"${version}" is not an API version`,
      'use a folder named v1, v1beta1 …, or +versionName',
    );
  if (!/^[A-Za-z][A-Za-z0-9]{0,62}$/.test(kind.kind))
    report(origin, 'kind-invalid', `"${kind.kind}" is not a kind: kinds are written in CamelCase`, 'rename the type');
  // The API server takes it, and some old CRDs cannot change it any more.
  else if (!/^[A-Z]/.test(kind.kind))
    report(origin, 'kind-invalid', `the kind "${kind.kind}" is not CamelCase`, 'rename the type', 'warning');
  for (const [what, name] of [
    ['plural', names.plural],
    ['singular', names.singular],
    ...names.shortNames.map((short) => ['short name', short]),
    ...names.categories.map((category) => ['category', category]),
  ]) {
    if (name !== undefined && !LABEL.test(name))
      report(
        marker,
        'name-invalid',
        `the ${what} "${name}" is not a lower-case name`,
        'use lower-case letters, digits and dashes',
      );
  }
  if (names.scope !== 'Namespaced' && names.scope !== 'Cluster')
    report(
      marker,
      'scope-invalid',
      `"${String(names.scope)}" is not a scope`,
      'write scope=Namespaced or scope=Cluster',
    );
  if (isOddPlural(kind.kind, names.plural) && kind.markers.get('resource') === undefined) {
    report(
      origin,
      'plural-odd',
      `the plural of ${kind.kind} is "${names.plural}"`,
      `write +kubebuilder:resource:path=${names.plural} to keep it, or another name`,
      'warning',
    );
  }
}

function checkColumns(kind: KindVersion, report: Report): void {
  const names = new Set<string>();
  for (const [index, column] of kind.printerColumns.entries()) {
    const marker = kind.markers.get(index === 0 ? 'printcolumn' : `printcolumn:${index}`) ?? kind.origin;
    if (names.has(column.name))
      report(marker, 'column-duplicate', `there are two columns "${column.name}"`, 'rename one', 'warning');
    names.add(column.name);
    if (!COLUMN_TYPES.includes(column.type))
      report(marker, 'column-invalid', `"${column.type}" is not a type for columns`, `use ${COLUMN_TYPES.join(', ')}`);
    checkPath(kind, column.jsonPath, marker, report, 'the column');
  }
}

function checkPaths(kind: KindVersion, report: Report): void {
  const { scale } = kind;
  const marker = kind.markers.get('subresource:scale') ?? kind.origin;
  if (scale !== undefined) {
    for (const [path, start] of [
      [scale.specReplicasPath, '.spec.'],
      [scale.statusReplicasPath, '.status.'],
      [scale.labelSelectorPath, '.s'],
    ] as const) {
      if (path === undefined) continue;
      if (!path.startsWith(start))
        report(
          marker,
          'path-unknown',
          `the path "${path}" must begin with ${start === '.s' ? '.spec or .status' : start}`,
          'correct the path',
        );
      else checkPath(kind, path, marker, report, 'the scale subresource');
    }
  }
  if (kind.selectableFields.length > MAX_SELECTABLE)
    report(
      kind.markers.get('selectablefield'),
      'selectable-invalid',
      `there are more than ${MAX_SELECTABLE} selectable fields`,
      'remove some',
    );
  for (const [index, path] of kind.selectableFields.entries()) {
    const origin = kind.markers.get(index === 0 ? 'selectablefield' : `selectablefield:${index}`) ?? kind.origin;
    const target = followPath(kind.schema, path);
    if (target.kind === 'schema' && !['string', 'integer', 'boolean'].includes(target.schema.type ?? '')) {
      report(
        origin,
        'selectable-invalid',
        `the field "${path}" is not a string, integer or boolean`,
        'select by a scalar field',
      );
    } else checkPath(kind, path, origin, report, 'the selectable field');
    if (path.startsWith('.metadata'))
      report(
        origin,
        'selectable-invalid',
        'fields of metadata cannot be made selectable',
        'select by a field of spec or status',
      );
  }
}

function checkPath(kind: KindVersion, path: string, origin: MarkerOrigin, report: Report, what: string): void {
  const target = followPath(kind.schema, path);
  if (target.kind === 'missing')
    report(
      origin,
      'path-unknown',
      `${what} shows "${path}", but there is no field "${target.field}"`,
      `there are ${target.known.join(', ')}`,
      // The API server takes an empty column, and so does controller-gen; a scale or selector would not work.
      what === 'the column' ? 'warning' : 'error',
    );
  if (target.kind === 'wrong')
    report(
      origin,
      'path-unknown',
      `the path "${path}" of ${what} is wrong: ${target.message}`,
      'write it like .spec.replicas',
    );
}

function checkVersions(group: KindGroup, report: Report): void {
  const { versions, kind } = group;
  const stored = versions.filter(({ isStorage }) => isStorage);
  if (versions.length > 1 && stored.length === 0) {
    report(
      versions[0].origin,
      'storage-missing',
      `no version of ${kind} is the one that is stored`,
      'add +kubebuilder:storageversion to one of them',
    );
  }
  for (const extra of stored.slice(1)) {
    report(
      extra.markers.get('storageversion') ?? extra.origin,
      'storage-duplicate',
      `two versions of ${kind} are marked as stored`,
      'keep +kubebuilder:storageversion on one',
    );
  }
  if (versions.every(({ isServed }) => !isServed))
    report(
      versions[0].origin,
      'served-missing',
      `no version of ${kind} is served`,
      'remove +kubebuilder:unservedversion from one',
    );
  const seen = new Map<string, KindVersion>();
  for (const version of versions) {
    if (seen.has(version.version))
      report(
        version.origin,
        'kind-duplicate',
        `${kind} is declared twice in ${version.version} of ${version.group}`,
        'remove one of the two',
      );
    seen.set(version.version, version);
  }
  const leading = leadingVersion(group);
  for (const version of versions) {
    if (JSON.stringify(version.names) === JSON.stringify(leading.names)) continue;
    report(
      version.markers.get('resource') ?? version.origin,
      'names-disagree',
      `names or scope of ${kind} differ between ${version.version} and ${leading.version}; those of ${leading.version} count`,
      'use the same +kubebuilder:resource in all versions',
      'warning',
    );
  }
}
