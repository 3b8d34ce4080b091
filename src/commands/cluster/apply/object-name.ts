/** How objects are called in messages and results. */
import type { KubeObject } from '../../../runtime/object/meta.js';

/** Identity of an object, for results that programs read. */
export interface ObjectIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** Who an object is. */
export function identityOf({ apiVersion, kind, metadata }: KubeObject): ObjectIdentity {
  const { namespace, name = '' } = metadata;
  return { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name };
}

/** `Deployment guestbook-system/guestbook-controller-manager`. */
export function nameOf({ kind, namespace, name }: Pick<ObjectIdentity, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
