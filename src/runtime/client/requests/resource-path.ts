/** Paths of the Kubernetes API. */
import type { KindInfo } from '../../object/kind.js';
import { formatLabelSelector, type LabelSelectorInput } from '../../object/label-selector.js';

/** What part of the API a request is about. */
export interface ResourceTarget {
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** `/apis/apps/v1/namespaces/default/deployments/web/status` */
export function resourcePath(kind: KindInfo, target: ResourceTarget = {}): string {
  const { group, version } = kind.gvk;
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const namespace =
    kind.scope === 'Namespaced' && target.namespace ? `/namespaces/${encodeURIComponent(target.namespace)}` : '';
  const name = target.name === undefined ? '' : `/${encodeName(target.name, kind)}`;
  const subresource = target.subresource === undefined ? '' : `/${target.subresource}`;
  return `${root}${namespace}/${kind.plural}${name}${subresource}`;
}

/** Query parameters; `undefined` ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Path with query. */
export function withQuery(path: string, query: Query): string {
  const parameters = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
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
  if (typeof fields === 'string') return fields;
  return Object.entries(fields)
    .map(([key, value]) => `${key}=${value.replace(/[\\,=]/g, String.raw`\$&`)}`)
    .join(',');
}

/** `.` and `..` would be removed from the path on the way, and an empty name would address the whole collection. */
function encodeName(name: string, kind: KindInfo): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) {
    throw new TypeError(`"${name}" cannot be the name of a ${kind.gvk.kind}; give metadata.name`);
  }
  return encodeURIComponent(name);
}
