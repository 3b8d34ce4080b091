/** The project's CRDs, as a cluster gets them. */
import { UserError } from '../../../errors.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { isCrd } from '../apply/apply-order.js';
import type { CommandSurroundings } from '../command-progress.js';
import { renderConfig } from '../deploy/rendered-config.js';

/**
 * The project's CRDs. They are taken from config/default, not from config/crd, because only there conversion webhooks
 * have the final name and namespace of their Service.
 */
export async function renderCrds(
  surroundings: CommandSurroundings,
  { namespace }: { readonly namespace?: string },
): Promise<KubeObject[]> {
  const { objects } = await renderConfig(surroundings, { namespace });
  const crds = objects.filter(isCrd);
  if (crds.length > 0) return crds;
  throw new UserError('crd-missing', 'this project has no CRDs: config/default renders none', {
    fix: 'add a kind with "kbts create api", or run "kbts manifests" and list ../crd in config/default/kustomization.yaml',
  });
}
