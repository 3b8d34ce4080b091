/** Which controller of a manager owns which finalizer: two that share one would let objects go before both have cleaned up. */
import type { KindInfo } from '../object/kind.js';
import type { ControllerHost } from './host.js';

const claims = new WeakMap<ControllerHost, Map<string, string>>();

/** A finalizer that a controller adds to objects of a kind. */
interface FinalizerClaim {
  readonly kind: KindInfo;
  readonly cluster: string | undefined;
  readonly finalizer: string;
  readonly controller: string;
}

/** Throws when another controller of the manager has the finalizer for the kind; the returned function gives it back. */
export function claimFinalizer(
  host: ControllerHost,
  { kind, cluster = '', finalizer, controller }: FinalizerClaim,
): () => void {
  const own = claims.get(host) ?? new Map<string, string>();
  claims.set(host, own);
  const claim = `${cluster} ${kind.gvk.group}/${kind.gvk.kind} ${finalizer}`;
  const owner = own.get(claim);
  if (owner !== undefined)
    throw new Error(
      `controllers "${owner}" and "${controller}" both use the finalizer "${finalizer}" of ${kind.gvk.kind}, ` +
        `so the object would be deleted when one of them has cleaned up; ` +
        `set a different finalizer in one of them, such as finalizer: "${finalizer.split('/')[0]}/${controller}"`,
    );
  own.set(claim, controller);
  return () => void own.delete(claim);
}
