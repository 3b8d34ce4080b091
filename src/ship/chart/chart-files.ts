/** The files of a chart, from what kustomize renders with different features. */
import type { Manifest } from '../json.js';
import {
  helperRoles,
  identityOf,
  managerOf,
  type OperatorParts,
  operatorParts,
  type Part,
  partOf,
  rightsByNamespace,
  webhookServices,
} from '../operator.js';
import { type Condition, expressionOf } from './condition.js';
import type { Feature } from './features.js';
import { mergeRendered, type Tree } from './merged.js';
import { byNamespace, nameToken, namespaceToken, withParameters } from './parameters.js';
import { templateText } from './template-text.js';

/** What config/default renders with a set of features, under the tokens for name and namespace. */
export interface Variant {
  readonly features: readonly Feature[];
  readonly objects: readonly Manifest[];
}

/** Paths in the chart, and their contents. */
export type ChartFiles = ReadonlyMap<string, string>;

/** The parts of an operator with all that any of the variants has. */
export function partsOf(variants: readonly Variant[]): OperatorParts {
  return operatorParts(objectsIn(variants));
}

/** A template for every object that any variant has; the namespace is Helm's business. */
export function objectTemplates(variants: readonly Variant[], chart: string): ChartFiles {
  const files = new Map<string, string>();
  const parts = partsOf(variants);
  for (const object of objectsIn(variants)) {
    if (partOf(object) === 'namespaces') continue;
    const { tree, when } = mergedObject(object, variants);
    const path = pathOf(object, parts);
    // Two objects of one name, in one folder.
    const free = files.has(path) ? path.replace(/\.yaml$/, `-${object.kind.toLowerCase()}.yaml`) : path;
    files.set(free, fileText(tree, object, { when, parts, chart }));
  }
  return files;
}

/** All renderings of an object as one tree, and when the object is there at all. */
function mergedObject(object: Manifest, variants: readonly Variant[]): { tree: Tree; when: Condition } {
  const id = identityOf(object);
  const rendered = variants.flatMap(({ features, objects }) => {
    const value = objects.find((one) => identityOf(one) === id);
    return value === undefined ? [] : [{ on: new Set(features), value }];
  });
  const absent = variants.filter(({ objects }) => !objects.some((one) => identityOf(one) === id));
  const [choice, ...more] = mergeRendered(
    rendered,
    absent.map(({ features }) => new Set(features)),
  );
  if (choice === undefined || more.length > 0) throw new Error(`${id} is rendered as more than one object`);
  return choice;
}

/** Every object once, as the first variant that has it renders it. */
function objectsIn(variants: readonly Variant[]): Manifest[] {
  const found = new Map<string, Manifest>();
  for (const { objects } of variants)
    for (const object of objects) if (!found.has(identityOf(object))) found.set(identityOf(object), object);
  return [...found.values()];
}

interface FileContext {
  readonly when: Condition;
  readonly parts: OperatorParts;
  readonly chart: string;
}

function fileText(tree: Tree, object: Manifest, { when, parts, chart }: FileContext): string {
  const isRepeated = rightsByNamespace(parts).includes(object);
  const conditions = [
    valueCondition(object, parts),
    when.some((term) => term.length === 0) ? undefined : expressionOf(when),
  ];
  const needed = conditions.filter((one) => one !== undefined);
  const chosen = withParameters(tree, object.kind, chart);
  const text = isRepeated ? byNamespace(chosen) : templateText(chosen);
  const body = withNames(text, chart);
  if (needed.length === 0) return body;
  const [only = ''] = needed;
  const expression = needed.length === 1 ? only : `and ${needed.map((one) => `(${one})`).join(' ')}`;
  return `{{- if ${expression} }}\n${body}{{- end }}\n`;
}

/** Values that switch whole objects. */
function valueCondition(object: Manifest, parts: OperatorParts): string | undefined {
  const part = partOf(object);
  if (part === 'crds') return '.Values.crd.enabled';
  if (part === 'serviceAccounts' && object.metadata.name === `${nameToken}-controller-manager`)
    return '.Values.serviceAccount.create';
  return helperRoles(parts).includes(object) ? '.Values.rbac.helpers.enabled' : undefined;
}

function withNames(text: string, chart: string): string {
  return text
    .replaceAll(nameToken, `{{ include "${chart}.fullname" . }}`)
    .replaceAll(namespaceToken, '{{ .Release.Namespace }}');
}

/** Where the templates of a part are; Services are where their clients are. */
const folders: Readonly<Partial<Record<Part, string>>> = {
  crds: 'crd',
  roles: 'rbac',
  bindings: 'rbac',
  serviceAccounts: 'rbac',
  deployments: 'manager',
  disruptionBudgets: 'manager',
  certificates: 'cert-manager',
  mutatingWebhooks: 'webhook',
  validatingWebhooks: 'webhook',
  monitors: 'monitoring',
  networkPolicies: 'network-policy',
};

function pathOf(object: Manifest, parts: OperatorParts): string {
  const { name } = object.metadata;
  if (object === managerOf(parts)) return 'templates/manager/manager.yaml';
  const own = name.startsWith(`${nameToken}-`) ? name.slice(nameToken.length + 1) : name;
  return `templates/${folderOf(object, parts)}/${own}.yaml`;
}

function folderOf(object: Manifest, parts: OperatorParts): string {
  const { name } = object.metadata;
  if (partOf(object) !== 'services') return folders[partOf(object)] ?? 'extras';
  if (webhookServices(parts).has(name)) return 'webhook';
  return name.includes('metrics') ? 'metrics' : 'extras';
}

/** The longest name that leaves room for what comes after it in every name, within the 63 letters of a label. */
export function longestName(variants: readonly Variant[]): number {
  const names = variants.flatMap(({ objects }) => objects.map(({ metadata: { name } }) => name));
  const rest = names.filter((name) => name.startsWith(nameToken)).map((name) => name.length - nameToken.length);
  return 63 - Math.max('-webhook-server-cert'.length, ...rest);
}
