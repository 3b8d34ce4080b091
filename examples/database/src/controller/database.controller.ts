import { controller, ignoreNotFound, owners } from 'kbts/runtime';
import type { Manager, ObjectReconciler, ObjectResult, ReconcileContext, Stored } from 'kbts/runtime';
import { StatefulSet } from 'kbts/k8s/apps/v1';
import { CronJob } from 'kbts/k8s/batch/v1';
import { PersistentVolumeClaim, Secret, Service } from 'kbts/k8s/core/v1';
import { Database } from '../api/v1/index.js';
import { backupOf, labelsOf, serviceOf, statefulSetOf } from './database.children.js';

// +kubebuilder:rbac:groups=data.my.domain,resources=databases,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups=data.my.domain,resources=databases/status,verbs=patch
// +kubebuilder:rbac:groups=data.my.domain,resources=databases/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=statefulsets,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups=batch,resources=cronjobs,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups=core,resources=services,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=get;list;watch
// +kubebuilder:rbac:groups=core,resources=persistentvolumeclaims,verbs=get;list;watch;delete

const bySecret = 'secret';
type Result = ObjectResult<Database>;

/** Keeps the replicas, the Service and the backup of each Database, and takes its volumes away with it. */
export class DatabaseReconciler implements ObjectReconciler<Database> {
  async reconcileObject(database: Stored<Database>, { client }: ReconcileContext): Promise<Result> {
    const { name, namespace } = database.metadata;
    const secret = await client.find(Secret, { name: database.spec.passwordSecret, namespace });
    if (!secret) return notReady('SecretMissing', `there is no Secret ${database.spec.passwordSecret}`);

    const own = client.with({ owner: database });
    await own.apply(serviceOf(database), { force: true });
    const { status } = await own.apply(statefulSetOf(database, secret), { force: true });
    const backup = backupOf(database);
    if (backup) await own.apply(backup, { force: true });
    else {
      const old = await client.find(CronJob, { name: `${name}-backup`, namespace });
      if (old && owners.has(database, old)) await ignoreNotFound(client.delete(old));
    }

    const { replicas: wanted = 1 } = database.spec;
    const readyReplicas = status?.readyReplicas ?? 0;
    const message = `${readyReplicas} of ${wanted} replicas are ready`;
    if (readyReplicas < wanted) return notReady('WaitingForReplicas', message, readyReplicas);
    const ready = { type: 'Ready', status: 'True', reason: 'AllReplicasReady', message } as const;
    return { status: { readyReplicas, conditions: [ready] } };
  }

  /** Claims of a StatefulSet have no owner: nobody else would delete them. */
  async finalize(database: Stored<Database>, { client }: ReconcileContext): Promise<Result> {
    const { name, namespace } = database.metadata;
    // First the replicas: as long as there is a StatefulSet, its controller makes claims again.
    const set = await client.find(StatefulSet, { name, namespace });
    if (set && owners.has(database, set)) {
      if (set.metadata.deletionTimestamp === undefined)
        await ignoreNotFound(client.delete(set, { propagation: 'Foreground' }));
      return { requeueAfterMs: 30_000 };
    }
    const { items } = await client.list(PersistentVolumeClaim, { namespace, labels: labelsOf(database) });
    for (const claim of items)
      if (claim.metadata.deletionTimestamp === undefined) await ignoreNotFound(client.delete(claim));
  }
}

function notReady(reason: 'SecretMissing' | 'WaitingForReplicas', message: string, readyReplicas = 0): Result {
  return { status: { readyReplicas, conditions: [{ type: 'Ready', status: 'False', reason, message }] } };
}

/** Adds the controller to the manager. */
export function setupDatabaseController(manager: Manager): void {
  manager.cache.index(Database, bySecret, ({ spec }) => [spec.passwordSecret]);
  controller(manager, 'database')
    .for(Database)
    .owns(StatefulSet)
    .owns(Service)
    .owns(CronJob)
    .watches(Secret, async ({ object: { metadata } }, reader) => {
      const index = { name: bySecret, value: metadata.name };
      const { items } = await reader.list(Database, { namespace: metadata.namespace, index });
      return items;
    })
    .complete(new DatabaseReconciler());
}
