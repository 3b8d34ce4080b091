/** The files of a chart, from what kustomize renders with different features. */
import { isMap, type JsonMap, type Manifest } from '../json.js';
import { type Condition, expressionOf } from './condition.js';
import type { Feature } from './features.js';
import { mergeRendered, type Tree } from './merged.js';
import { nameToken, namespaceToken, withParameters } from './parameters.js';
import { templateText } from './template-text.js';

/** What config/default renders with a set of features, under the tokens for name and namespace. */
export interface Variant {
  readonly features: readonly Feature[];
  readonly objects: readonly Manifest[];
}

/** Paths in the chart, and their contents. */
export type ChartFiles = ReadonlyMap<string, string>;

/** A template for every object that any variant has; the namespace is Helm's business. */
export function objectTemplates(variants: readonly Variant[], chart: string): ChartFiles {
  const files = new Map<string, string>();
  for (const [id, first] of objectsIn(variants)) {
    if (first.kind === 'Namespace') continue;
    const rendered = variants.flatMap(({ features, objects }) => {
      const value = objects.find((object) => identityOf(object) === id);
      return value === undefined ? [] : [{ on: new Set(features), value }];
    });
    const absent = variants.filter(({ objects }) => !objects.some((object) => identityOf(object) === id));
    const [choice, ...more] = mergeRendered(
      rendered,
      absent.map(({ features }) => new Set(features)),
    );
    if (choice === undefined || more.length > 0) throw new Error(`${id} is rendered as more than one object`);
    const path = pathOf(first);
    // Two objects of one name, in one folder.
    const free = files.has(path) ? path.replace(/\.yaml$/, `-${first.kind.toLowerCase()}.yaml`) : path;
    files.set(free, fileText(choice.tree, first, choice.when, chart));
  }
  return files;
}

function objectsIn(variants: readonly Variant[]): Map<string, Manifest> {
  const found = new Map<string, Manifest>();
  for (const { objects } of variants)
    for (const object of objects) if (!found.has(identityOf(object))) found.set(identityOf(object), object);
  return found;
}

function identityOf({ apiVersion, kind, metadata }: Manifest): string {
  const { namespace = '', name } = metadata as JsonMap & { name: string };
  return `${apiVersion} ${kind} ${String(namespace)}/${name}`;
}

function fileText(tree: Tree, object: Manifest, when: Condition, chart: string): string {
  const conditions = [valueCondition(object), when.some((term) => term.length === 0) ? undefined : expressionOf(when)];
  const needed = conditions.filter((one) => one !== undefined);
  const body = withNames(templateText(withParameters(tree, object.kind, chart)), chart);
  if (needed.length === 0) return body;
  const [only = ''] = needed;
  const expression = needed.length === 1 ? only : `and ${needed.map((one) => `(${one})`).join(' ')}`;
  return `{{- if ${expression} }}\n${body}{{- end }}\n`;
}

/** Values that switch whole objects. */
function valueCondition({ kind, metadata: { name } }: Manifest): string | undefined {
  if (kind === 'ServiceAccount' && name === `${nameToken}-controller-manager`) return '.Values.serviceAccount.create';
  if (kind === 'CustomResourceDefinition') return '.Values.crd.enabled';
  if (kind === 'ClusterRole' && /-(?:admin|editor|viewer)-role$/.test(name)) return '.Values.rbac.helpers.enabled';
  return undefined;
}

function withNames(text: string, chart: string): string {
  return text
    .replaceAll(nameToken, `{{ include "${chart}.fullname" . }}`)
    .replaceAll(namespaceToken, '{{ .Release.Namespace }}');
}

const folders: readonly (readonly [RegExp, string])[] = [
  [/^CustomResourceDefinition$/, 'crd'],
  [/^(?:Cluster)?Role(?:Binding)?$|^ServiceAccount$/, 'rbac'],
  [/^Deployment$|^PodDisruptionBudget$/, 'manager'],
  [/^(?:Certificate|Issuer)$/, 'cert-manager'],
  [/^(?:Mutating|Validating)WebhookConfiguration$/, 'webhook'],
  [/^ServiceMonitor$/, 'monitoring'],
  [/^NetworkPolicy$/, 'network-policy'],
];

function pathOf({ kind, metadata: { name } }: Manifest): string {
  const own = name.startsWith(`${nameToken}-`) ? name.slice(nameToken.length + 1) : name;
  if (kind === 'Deployment' && own === 'controller-manager') return 'templates/manager/manager.yaml';
  return `templates/${folderOf(kind, own)}/${own}.yaml`;
}

function folderOf(kind: string, name: string): string {
  const found = folders.find(([pattern]) => pattern.test(kind))?.[1];
  if (found !== undefined) return found;
  if (kind !== 'Service') return 'extras';
  return name.includes('webhook') ? 'webhook' : name.includes('metrics') ? 'metrics' : 'extras';
}

/** The longest name that leaves room for what comes after it in every name, within the 63 letters of a label. */
export function longestName(variants: readonly Variant[]): number {
  const names = variants.flatMap(({ objects }) => objects.map(({ metadata: { name } }) => name));
  const rest = names.filter((name) => name.startsWith(nameToken)).map((name) => name.length - nameToken.length);
  return 63 - Math.max('-webhook-server-cert'.length, ...rest);
}

/** The manager's Deployment. */
export function managerDeployment(objects: readonly Manifest[]): Manifest | undefined {
  return objects.find(
    (object) =>
      object.kind === 'Deployment' && isMap(object['spec']) && object.metadata.name.endsWith('controller-manager'),
  );
}
