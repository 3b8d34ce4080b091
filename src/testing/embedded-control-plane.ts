/** The in-process control plane behind the common interface. */
import type { ControlPlane, ControlPlaneOptions } from './control-plane.js';

/** Ready within a fraction of a second; needs no binaries. */
export async function startEmbedded(_options: ControlPlaneOptions): Promise<ControlPlane> {
  throw new Error('the embedded control plane is not built yet; use { kind: "envtest" }');
}
