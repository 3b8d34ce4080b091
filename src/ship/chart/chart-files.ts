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
  serviceAccountOf,
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
    files.set(freePath(files, pathOf(object, parts), object), fileText(tree, object, { when, parts, chart }));
  }
  return files;
}

/** Two objects of one name in one folder: the second has its kind in the name of the file, and a number if need be. */
function freePath(files: ChartFiles, path: string, { kind }: Manifest): string {
  const start = path.replace(/\.yaml$/, '');
  let free = path;
  for (let count = 1; files.has(free); count++)
    free = `${start}-${kind.toLowerCase()}${count === 1 ? '' : `-${count}`}.yaml`;
  return free;
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
  const chosen = withParameters(tree, object.kind, { chart, ...managerNames(parts) });
  const text = isRepeated ? byNamespace(chosen) : templateText(chosen);
  const body = namesOfRelease(text, chart);
  if (needed.length === 0) return body;
  const [only = ''] = needed;
  const expression = needed.length === 1 ? only : `and ${needed.map((one) => `(${one})`).join(' ')}`;
  return `{{- if ${expression} }}\n${body}{{- end }}\n`;
}

/** Values that switch whole objects. */
function valueCondition(object: Manifest, parts: OperatorParts): string | undefined {
  const part = partOf(object);
  if (part === 'crds') return '.Values.crd.enabled';
  if (part === 'serviceAccounts' && object.metadata.name === managerNames(parts).account)
    return '.Values.serviceAccount.create';
  return helperRoles(parts).includes(object) ? '.Values.rbac.helpers.enabled' : undefined;
}

/** The manager's Deployment and its account, under the token for the name. */
export function managerNames(parts: OperatorParts): { manager: string; account: string } {
  const manager = managerOf(parts);
  return manager === undefined
    ? { manager: '', account: '' }
    : { manager: manager.metadata.name, account: serviceAccountOf(manager) };
}

/** Tokens as templates for what they stand for. */
export function namesOfRelease(text: string, chart: string): string {
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

/** Kinds whose names are labels of DNS or values of labels, which have at most 63 letters. */
const shortNames: ReadonlySet<Part> = new Set(['services', 'deployments', 'namespaces']);

/** The longest start of names that leaves room for what comes after it; that of config/ itself is never cut. */
export function longestName(variants: readonly Variant[], prefix: string): number {
  const rest = variants.flatMap(({ objects }) =>
    objects
      .filter(({ metadata: { name } }) => name.startsWith(nameToken))
      .map((one) => (shortNames.has(partOf(one)) ? 63 : 253) - (one.metadata.name.length - nameToken.length)),
  );
  return Math.max(prefix.length, Math.min(63 - '-webhook-server-cert'.length, ...rest));
}
