/** Objects with names that are the same in every namespace: two deployments of a project would share them. */
import { UserError } from '../../../errors.js';
import { ConfigMap } from '../../../k8s/core/v1/index.js';
import type { Client } from '../../../runtime/client/client.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { identityOf, nameOf } from '../apply/object-name.js';
import type { Cluster } from '../cluster.js';
import { explainFailure } from '../explain-failure.js';
import { deploymentId, deploymentLabel, inventoryName, type InventoryOwner, isPrunable } from './inventory.js';

/** A rendered object that the cluster has from another deployment. */
export interface ForeignObject {
  readonly object: KubeObject;
  /** Value of its label. */
  readonly deployment: string;
}

/** Which of these objects another deployment has made or taken over. Those without a label are nobody's. */
export async function ofOtherDeployments(
  { client, namespace }: Cluster,
  objects: readonly KubeObject[],
  owner: InventoryOwner,
  signal: AbortSignal,
): Promise<ForeignObject[]> {
  const own = deploymentId(owner);
  const looked = await Promise.all(
    objects.filter(isPrunable).map(async (object) => {
      const deployment = await deploymentOf(client, object, namespace, signal);
      return deployment === undefined || deployment === own ? [] : [{ object, deployment }];
    }),
  );
  return looked.flat();
}

/** Rejects with `apply-conflict` when applying would take objects from a deployment that the cluster still has. */
export async function checkOtherDeployments(
  cluster: Cluster,
  objects: readonly KubeObject[],
  owner: InventoryOwner,
  signal: AbortSignal,
): Promise<void> {
  for (const [deployment, taken] of byDeployment(await ofOtherDeployments(cluster, objects, owner, signal))) {
    const home = await homeOf(cluster.client, deployment, owner, signal);
    if (home !== undefined) throw wouldRob(taken, home, owner);
  }
}

function byDeployment(foreign: readonly ForeignObject[]): Map<string, KubeObject[]> {
  const found = new Map<string, KubeObject[]>();
  for (const { object, deployment } of foreign) found.set(deployment, [...(found.get(deployment) ?? []), object]);
  return found;
}

async function deploymentOf(
  client: Client,
  { apiVersion, kind, metadata }: KubeObject,
  defaultNamespace: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const served = await client.mapper.kindFor({ ...parseApiVersion(apiVersion), kind }, { signal });
    const namespace = served.scope === 'Cluster' ? undefined : (metadata.namespace ?? defaultNamespace);
    const found = await client.find(served, { name: metadata.name ?? '', namespace }, { signal });
    return found?.metadata.labels?.[deploymentLabel];
  } catch (error) {
    // What cannot be seen or does not exist yet is judged by those who apply or delete it, with better words.
    if (is.noMatch(error) || is.forbidden(error)) return undefined;
    throw explainFailure(error, { action: `cannot look at ${kind} ${metadata.name}`, signal });
  }
}

/** The namespace of a deployment; undefined when it is gone, and only some of its objects were left behind. */
async function homeOf(
  client: Client,
  deployment: string,
  owner: InventoryOwner,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { items } = await client.list(ConfigMap, { labels: { [deploymentLabel]: deployment }, signal });
    return items.find(({ metadata }) => metadata.name === inventoryName(owner))?.metadata.namespace;
  } catch (error) {
    if (is.forbidden(error)) return undefined;
    throw explainFailure(error, { action: 'cannot look for other deployments', signal });
  }
}

function wouldRob(taken: readonly KubeObject[], home: string, owner: InventoryOwner): UserError {
  const names = taken.slice(0, 5).map((object) => `\n  ${nameOf(identityOf(object))}`);
  const more = taken.length > names.length ? `\n  and ${taken.length - names.length} more` : '';
  return new UserError(
    'apply-conflict',
    `${owner.projectName} is deployed in namespace ${home}, too, and would lose to namespace ${owner.namespace} what both need; nothing was changed:${names.join('')}${more}`,
    {
      fix: `to move the operator: kbts undeploy --namespace ${home}, then deploy again; to have both: another namePrefix in config/default/kustomization.yaml; to take these objects from the operator in ${home}: --force-conflicts`,
    },
  );
}
