/** A cluster that is already there, behind the common interface. */
import type { ControlPlane, ControlPlaneOptions } from './control-plane.js';

/** Uses the current kubeconfig; stopping it leaves the cluster as it is. */
export async function useExisting(_options: ControlPlaneOptions): Promise<ControlPlane> {
  throw new Error('existing clusters are not supported yet; use { kind: "envtest" }');
}
