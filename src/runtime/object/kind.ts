/** Kind descriptors: values that say what the API server calls a type, so that calls infer their types. */
import type { KubeObject } from './meta.js';
import { markProjected, type PartialObject } from './partial.js';

/** Group, version and kind. The core group is the empty string. */
export interface GVK {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Whether objects of a kind live in a namespace. */
export type Scope = 'Namespaced' | 'Cluster';

/** What `defineKind` needs to know. */
export interface KindDefinition extends GVK {
  readonly plural: string;
  readonly scope: Scope;
  readonly subresources?: { readonly status?: boolean; readonly scale?: boolean };
}

/** What an object is made from: everything but the two fields that the descriptor fills in. */
export type ObjectInput<T extends KubeObject> = Omit<T, 'apiVersion' | 'kind'> & {
  apiVersion?: string | undefined;
  kind?: string | undefined;
};

/** What is known of a kind, apart from the type of its objects. Every `Kind` is one. */
export interface KindInfo {
  readonly gvk: GVK;
  readonly apiVersion: string;
  readonly plural: string;
  readonly scope: Scope;
  readonly subresources: { readonly status?: boolean; readonly scale?: boolean };
  /** `metadata`: reads bring metadata only (see `metadataOnly`). */
  readonly projection?: 'metadata';
  /** Plural and scope are not known yet and are asked from the API server (see `dynamicKind`). */
  readonly isDynamic?: boolean;
}

/** A kind as a value. Calling it with `new` makes a plain object with `apiVersion` and `kind` filled in. */
export interface Kind<T extends KubeObject = KubeObject> extends KindInfo {
  new (input: ObjectInput<T>): T;
}

/**
 * Describes a kind.
 * @example
 * ```ts
 * interface Widget extends CustomResource<{ size: number }> {}
 * const Widget = defineKind<Widget>({
 *   group: 'example.com',
 *   version: 'v1',
 *   kind: 'Widget',
 *   plural: 'widgets',
 *   scope: 'Namespaced',
 * });
 * const widget = new Widget({ metadata: { namespace: 'default', name: 'small' }, spec: { size: 1 } });
 * console.log(widget.apiVersion, widget.kind); // example.com/v1 Widget
 * ```
 */
export function defineKind<T extends KubeObject>(definition: KindDefinition): Kind<T> {
  const { group, version, kind, plural, scope, subresources = {} } = definition;
  const apiVersion = apiVersionOf(definition);
  // A constructor that returns a plain object: what goes to the API server has no prototype of ours.
  const constructor = function (input: ObjectInput<T>): object {
    const object = { ...input, apiVersion, kind };
    if ((constructor as Partial<KindInfo>).projection) markProjected(object);
    return Object.defineProperty(object, kindOfObject, { value: constructor });
  };
  const gvk: GVK = Object.freeze({ group, version, kind });
  Object.defineProperty(constructor, 'name', { value: kind });
  return Object.assign(constructor, { gvk, apiVersion, plural, scope, subresources }) as unknown as Kind<T>;
}

/**
 * The kind with which an object was made; undefined for a copy or an object literal.
 * @example
 * ```ts
 * const draft = new Guestbook({ metadata: key, spec: {} });
 * console.log(madeBy(draft)?.plural, madeBy({ ...draft })); // guestbooks undefined
 * ```
 */
export function madeBy(object: object): Kind | undefined {
  return (object as { readonly [kindOfObject]?: Kind })[kindOfObject];
}

/**
 * A kind of which only the name is known. A client asks the API server for plural and scope.
 * @example
 * ```ts
 * const Book = dynamicKind({ group: 'webapp.my.domain', version: 'v1', kind: 'Guestbook' });
 * const { items } = await client.list(Book, { namespace: 'default' });
 * console.log(items.length); // 1
 * ```
 */
export function dynamicKind<T extends KubeObject = KubeObject>(gvk: GVK): Kind<T> {
  return Object.assign(defineKind<T>({ ...gvk, plural: '', scope: 'Namespaced' }), { isDynamic: true });
}

/**
 * The same kind, read without spec and status: caches of it are small.
 * @example
 * ```ts
 * const { items } = await client.list(metadataOnly(Guestbook), { namespace: 'default' });
 * console.log(items.map(({ metadata }) => metadata.name)); // [ 'welcome' ]
 * ```
 */
export function metadataOnly<T extends KubeObject>(kind: Kind<T>): Kind<MetadataOf<T>> {
  const { gvk, plural, scope, subresources, isDynamic } = kind;
  const projected = defineKind<MetadataOf<T>>({ ...gvk, plural, scope, subresources });
  return Object.assign(projected, { projection: 'metadata' as const, isDynamic });
}

/** What is left of an object when only its metadata is read. It can be patched and deleted, but not updated or applied. */
export type MetadataOf<T extends KubeObject> = Pick<T, 'apiVersion' | 'kind' | 'metadata'> & PartialObject;

// Not enumerable, so that it is neither sent nor compared; registered, so that two copies of kbts share it.
const kindOfObject: unique symbol = Symbol.for('kbts.kind') as never;

/**
 * `apps/v1`, or `v1` for the core group.
 * @example
 * ```ts
 * console.log(apiVersionOf({ group: 'apps', version: 'v1' })); // apps/v1
 * ```
 */
export function apiVersionOf({ group, version }: Pick<GVK, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}
