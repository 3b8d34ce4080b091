/** Finds webhook configurations and CRDs that call a `kbts run` which was killed, and points them back. */
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../../k8s/admissionregistration/v1/index.js';
import { CustomResourceDefinition } from '../../../k8s/apiextensions/v1/index.js';
import type { Client } from '../../../runtime/client/client.js';
import { ignoreNotFound, is } from '../../../runtime/client/requests/api-error.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import { dynamicKind } from '../../../runtime/object/kind.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { isCrd } from '../apply/apply-order.js';
import { identityOf, nameOf } from '../apply/object-name.js';
import type { CommandProgress } from '../command-progress.js';
import { deploymentLabel } from '../inventory/inventory.js';
import {
  callField,
  describeRun,
  redirectAnnotation,
  type Redirection,
  redirectionOf,
  runAddress,
  type RunState,
  stateOfRun,
} from './redirection.js';

/** An object that calls a run. */
export interface Redirected {
  readonly object: KubeObject;
  readonly name: string;
  readonly redirection: Redirection | undefined;
  readonly state: RunState;
  /** Who redirected it. */
  readonly run: string;
}

/** Those objects of the cluster that call a run of this project; runs of older versions did not say of which project. */
export async function findRedirected(client: Client, project: string, signal?: AbortSignal): Promise<Redirected[]> {
  const kinds = [MutatingWebhookConfiguration, ValidatingWebhookConfiguration, CustomResourceDefinition];
  const found: Redirected[] = [];
  for (const { gvk, apiVersion } of kinds) {
    const { items } = await client.list(dynamicKind(gvk), { signal }).catch((error: unknown) => {
      // Whoever may not see them cannot repair them either.
      if (is.forbidden(error)) return { items: [] };
      throw error;
    });
    for (const item of items) {
      const one = await redirected({ ...(item as unknown as KubeObject), apiVersion, kind: gvk.kind });
      if (one !== undefined && (one.redirection?.project ?? project) === project) found.push(one);
    }
  }
  return found;
}

/** What an object calls, if it is a run. */
export async function redirected(object: KubeObject | undefined): Promise<Redirected | undefined> {
  const address = object && runAddress(object);
  if (object === undefined || address === undefined) return undefined;
  const redirection = redirectionOf(object);
  const state = await stateOfRun(redirection, address);
  return { object, name: nameOf(identityOf(object)), redirection, state, run: describeRun(redirection, address) };
}

/** Points an object back to what it called before; false when that is not known. */
export async function restore(client: Client, { object, redirection }: Redirected): Promise<boolean> {
  if (redirection === undefined) return false;
  const kind = dynamicKind({ ...parseApiVersion(object.apiVersion), kind: object.kind });
  const target = { kind, name: object.metadata.name ?? '' };
  const { original } = redirection;
  const isDeployed = object.metadata.labels?.[deploymentLabel] !== undefined;
  // A CRD is never deleted, as users' data would go with it.
  if (original === null && !isCrd(object) && !isDeployed) {
    await ignoreNotFound(client.delete(target));
    return true;
  }
  const { field } = callField(object);
  const value = original ?? (isCrd(object) ? { strategy: 'None' } : []);
  const undo = { type: 'json', operations: [{ op: 'replace', path: field, value }] } as const;
  await ignoreNotFound(client.patch(target, undo, { fieldManager: 'kbts-run' }));
  // Without the mark, and with the former owners of fields: the next deploy must not be in conflict with this.
  const { managedFields = [] } = object.metadata;
  const body = { metadata: { annotations: { [redirectAnnotation]: null }, managedFields } };
  await ignoreNotFound(client.patch(target, { type: 'merge', body }));
  return true;
}

/** Repairs what runs that have ended left, and reports everything that calls another run. */
export async function repairRedirected(
  client: Client,
  project: string,
  { progress, signal }: { readonly progress: Pick<CommandProgress, 'warn'>; readonly signal?: AbortSignal },
): Promise<void> {
  for (const one of await findRedirected(client, project, signal)) {
    const { name, run, state } = one;
    if (state === 'running') progress.warn(`${name} calls ${run}, which is running`);
    else if (state === 'unreachable')
      progress.warn(`${name} calls ${run}, which cannot be reached from here; "kbts doctor --fix" points it back`);
    else if (await restore(client, one)) progress.warn(`${name} called ${run}, which has ended: pointed it back`);
    else progress.warn(`${name} calls ${run}, which has ended; "kbts deploy" points it back`);
  }
}
