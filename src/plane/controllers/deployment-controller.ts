/** Deployments: one ReplicaSet for each template, the newest scaled up, the others down once it is available. */
import type { ApiObject } from '../storage/api-object.js';
import type { Backend } from '../backend.js';
import { isObject, type JsonObject } from '../../kubernetes/json/json-value.js';
import type { ResourceType } from '../resources/resource-type.js';
import type { BuiltinController } from './controller-loop.js';
import { InternalClient } from './internal-client.js';
import { ownKeys } from './replica-set-controller.js';
import {
  condition,
  controllerReference,
  isControlledBy,
  isNews,
  numberOf,
  specOf,
  statusOf,
  templateHash,
  templateOf,
} from './workload.js';

const REVISION = 'deployment.kubernetes.io/revision';
const HASH = 'pod-template-hash';

/** Keeps Deployments and their ReplicaSets in step. Keys are `namespace/name`. */
export function deploymentController(backend: Backend): BuiltinController {
  const client = new InternalClient(backend);
  return {
    name: 'deployment-controller',
    keysFor: (collection, { object }) => ownKeys(collection, object, 'apps/deployments', 'Deployment'),
    reconcile: (key) => reconcile(client, key),
  };
}

async function reconcile(client: InternalClient, key: string): Promise<void> {
  const [namespace = '', name = ''] = key.split('/');
  const type = client.type('apps', 'v1', 'Deployment');
  const setType = client.type('apps', 'v1', 'ReplicaSet');
  const deployment = client.get(type, namespace, name);
  if (deployment === undefined) return;
  const sets = (): ApiObject[] => client.list(setType, namespace).filter((set) => isControlledBy(set, deployment));
  const hash = templateHash(templateOf(deployment));
  const isPaused = specOf(deployment)['paused'] === true;
  if (deployment.metadata.deletionTimestamp === undefined && !isPaused) {
    await rollOut(client, deployment, { setType, sets: sets(), hash });
  }
  const current = client.get(type, namespace, name);
  if (current === undefined) return;
  const status = nextStatus(current, sets(), hash, client);
  if (isNews(current, status)) await client.patch(current, type, { status }, 'status');
}

async function rollOut(
  client: InternalClient,
  deployment: ApiObject,
  { setType, sets, hash }: { setType: ResourceType; sets: readonly ApiObject[]; hash: string },
): Promise<void> {
  const replicas = numberOf(specOf(deployment)['replicas'], 1);
  const newest = sets.find((set) => set.metadata.labels?.[HASH] === hash);
  const revision =
    1 +
    Math.max(
      0,
      ...sets.filter((set) => set !== newest).map((set) => Number(set.metadata.annotations?.[REVISION] ?? 0)),
    );
  if (newest === undefined) await client.create(setType, replicaSetFor(deployment, hash, replicas, revision));
  else if (specOf(newest)['replicas'] !== replicas) await client.patch(newest, setType, { spec: { replicas } });
  const deploymentType = client.type('apps', 'v1', 'Deployment');
  if (deployment.metadata.annotations?.[REVISION] !== String(revision)) {
    await client.patch(deployment, deploymentType, { metadata: { annotations: { [REVISION]: String(revision) } } });
  }
  const isAvailable = newest !== undefined && numberOf(statusOf(newest)['availableReplicas']) >= replicas;
  for (const old of sets) {
    if (old === newest || !isAvailable || specOf(old)['replicas'] === 0) continue;
    await client.patch(old, setType, { spec: { replicas: 0 } });
  }
}

function replicaSetFor(deployment: ApiObject, hash: string, replicas: number, revision: number): JsonObject {
  const spec = specOf(deployment);
  const template = templateOf(deployment);
  const metadata = isObject(template['metadata']) ? template['metadata'] : {};
  const labels = { ...(isObject(metadata['labels']) ? metadata['labels'] : {}), [HASH]: hash };
  const selector = isObject(spec['selector']) ? spec['selector'] : {};
  const matchLabels = { ...(isObject(selector['matchLabels']) ? selector['matchLabels'] : {}), [HASH]: hash };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${deployment.metadata.name ?? ''}-${hash}`,
      namespace: deployment.metadata.namespace,
      labels,
      annotations: {
        'deployment.kubernetes.io/desired-replicas': String(replicas),
        'deployment.kubernetes.io/max-replicas': String(replicas + Math.ceil(replicas / 4)),
        [REVISION]: String(revision),
      },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas,
      selector: { ...selector, matchLabels },
      template: { ...template, metadata: { ...metadata, labels } },
    },
  };
}

function nextStatus(
  deployment: ApiObject,
  sets: readonly ApiObject[],
  hash: string,
  client: InternalClient,
): JsonObject {
  const { clock } = client.backend;
  const before = statusOf(deployment);
  const wanted = numberOf(specOf(deployment)['replicas'], 1);
  const newest = sets.find((set) => set.metadata.labels?.[HASH] === hash);
  const sum = (field: string): number => sets.reduce((total, set) => total + numberOf(statusOf(set)[field]), 0);
  const [replicas, ready, available] = [sum('replicas'), sum('readyReplicas'), sum('availableReplicas')];
  const updated = newest === undefined ? 0 : numberOf(statusOf(newest)['replicas']);
  const isAvailable = available >= wanted - Math.floor(wanted / 4);
  const isDone = updated === wanted && replicas === wanted && available === wanted;
  const setName = newest?.metadata.name ?? '';
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: replicas || null,
    updatedReplicas: updated || null,
    readyReplicas: ready || null,
    availableReplicas: available || null,
    unavailableReplicas: Math.max(0, wanted - available) || null,
    conditions: [
      condition(
        before,
        isAvailable
          ? {
              type: 'Available',
              status: 'True',
              reason: 'MinimumReplicasAvailable',
              message: 'Deployment has minimum availability.',
            }
          : {
              type: 'Available',
              status: 'False',
              reason: 'MinimumReplicasUnavailable',
              message: 'Deployment does not have minimum availability.',
            },
        clock,
      ),
      condition(
        before,
        isDone
          ? {
              type: 'Progressing',
              status: 'True',
              reason: 'NewReplicaSetAvailable',
              message: `ReplicaSet "${setName}" has successfully progressed.`,
            }
          : {
              type: 'Progressing',
              status: 'True',
              reason: 'ReplicaSetUpdated',
              message: `ReplicaSet "${setName}" is progressing.`,
            },
        clock,
      ),
    ],
  };
}
