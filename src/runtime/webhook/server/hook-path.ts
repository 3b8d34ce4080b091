/** Paths of hooks, the same ones that `kbts manifests` writes into webhook configurations. */
import type { GVK } from '../../object/kind.js';

/** The path of every conversion hook. */
export const conversionPath = '/convert';

const customPath = /^((\/[a-zA-Z0-9-_]+)+|\/)$/;

/** `/mutate-webapp-my-domain-v1-guestbook`; the core group leaves its place empty: `/mutate--v1-pod`. */
export function mutatePath(gvk: GVK): string {
  return `/mutate-${suffix(gvk)}`;
}

/** `/validate-webapp-my-domain-v1-guestbook`. */
export function validatePath(gvk: GVK): string {
  return `/validate-${suffix(gvk)}`;
}

/** Returns `path`, or throws when the API server could not call it. */
export function checkHookPath(path: string): string {
  if (customPath.test(path)) return path;
  throw new Error(`"${path}" is not a webhook path: use letters, digits, "-" and "_" between slashes, as in /my-hook`);
}

function suffix({ group, version, kind }: GVK): string {
  return `${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}
