/** Paths of the Kubernetes API. */
import { InvalidCallError, quoted } from '../../object/invalid-call.js';
import { isRecord } from '../../object/json.js';
import type { KindInfo } from '../../object/kind.js';
import { formatLabelSelector, type LabelSelectorInput } from '../../object/label-selector.js';
import { checkName, checkNamespace } from './names.js';

/** One object, or a part of it that has its own path. */
export interface ObjectTarget {
  readonly namespace?: string;
  readonly name: string;
  readonly subresource?: string;
}

/** A group, a version or the plural of a kind. */
const PATH_PART = /^[a-z0-9][\w.-]*$/i;

/** `/apis/apps/v1/namespaces/default/deployments`; without a namespace, the objects of all namespaces. */
export function collectionPath(kind: KindInfo, { namespace }: { readonly namespace?: string } = {}): string {
  const { group, version } = kind.gvk;
  if (!kind.plural) throw new InvalidCallError(`the kind ${kind.gvk.kind} has no plural: set "plural" in defineKind`);
  // Discovery takes these from extension API servers; a slash or question mark would make it another request.
  for (const part of [kind.plural, version, ...(group === '' ? [] : [group])])
    if (!PATH_PART.test(part)) throw new InvalidCallError(`${quoted(part)} cannot be part of the path of a kind`);
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${placeOf(kind, namespace)}/${kind.plural}`;
}

/** `/apis/apps/v1/namespaces/default/deployments/web/status`. Never the path of a collection, whatever the name is. */
export function objectPath(kind: KindInfo, { namespace, name, subresource }: ObjectTarget): string {
  checkName(kind, name);
  const part = subresource === undefined ? '' : `/${subresource}`;
  return `${collectionPath(kind, { namespace })}/${encodeURIComponent(name)}${part}`;
}

function placeOf(kind: KindInfo, namespace: unknown): string {
  if (kind.scope === 'Cluster') return '';
  if (kind.scope !== 'Namespaced')
    throw new InvalidCallError(`the kind ${kind.gvk.kind} has no scope: set "Namespaced" or "Cluster" in defineKind`);
  if (namespace === undefined) return '';
  checkNamespace(kind, namespace);
  return `/namespaces/${encodeURIComponent(namespace)}`;
}

/** Query parameters; `undefined` ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Path with query. */
export function withQuery(path: string, query: Query): string {
  let text = '';
  for (const key in query) {
    const value: unknown = query[key];
    if (value === undefined || value === '') continue;
    if (!isParameter(value)) throw new InvalidCallError(`invalid value ${quoted(value)} for the option "${key}"`);
    text += `${text === '' ? '?' : '&'}${key}=${encodeURIComponent(String(value))}`;
  }
  return path + text;
}

function isParameter(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** Selectors as query parameters. */
export function selectorQuery(options: {
  readonly labels?: LabelSelectorInput;
  readonly fields?: string | Readonly<Record<string, string>>;
}): Query {
  return {
    labelSelector: options.labels === undefined ? undefined : formatLabelSelector(options.labels),
    fieldSelector: options.fields === undefined ? undefined : formatFieldSelector(options.fields),
  };
}

/** The form of the `fieldSelector` query parameter. */
export function formatFieldSelector(fields: string | Readonly<Record<string, string>>): string {
  checkFields(fields);
  if (typeof fields === 'string') return fields;
  return Object.entries(fields)
    .map(([key, value]) => `${key}=${value.replace(/[\\,=]/g, String.raw`\$&`)}`)
    .join(',');
}

/** Throws unless every field has a string as its value: `undefined` would select what no object has, or everything. */
export function checkFields(fields: unknown): void {
  if (typeof fields === 'string') return;
  if (!isRecord(fields)) throw new InvalidCallError(`invalid field selector ${quoted(fields)}: use { field: 'value' }`);
  for (const [key, value] of Object.entries(fields))
    if (key === '' || typeof value !== 'string')
      throw new InvalidCallError(`invalid field selector: "${key}" is ${quoted(value)}, but must be a string`);
}
