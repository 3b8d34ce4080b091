/** Makes sure that the real control plane is there before a suite starts it. */
import { buildControlPlane } from '../control-plane/build.mjs';

/** Builds what is missing, once per machine, and points kbts to it. */
export async function ensureBinaries(names: readonly string[] = ['etcd', 'kube-apiserver']): Promise<void> {
  process.env['KUBEBUILDER_ASSETS'] = await buildControlPlane(names);
}
