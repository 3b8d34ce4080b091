import { condition, controller, ignoreNotFound } from 'kbts/runtime';
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

/** Keeps the replicas, the Service and the backup of each Database, and takes its volumes away with it. */
export const databaseController = controller(Database)
  .references('secret', Secret, ({ spec }) => spec.passwordSecret)
  .owns(StatefulSet)
  .owns(Service)
  .owns(CronJob)
  .reconcile(async (database, { client, observed: { secret } }) => {
    if (!secret) return notReady('SecretMissing', `there is no Secret ${database.spec.passwordSecret}`);

    const own = client.owned(database);
    await own.apply(serviceOf(database));
    const { status } = await own.apply(statefulSetOf(database, secret));
    const backup = backupOf(database);
    if (backup) await own.apply(backup);
    else for (const old of await own.list(CronJob)) await ignoreNotFound(client.delete(old));

    const { replicas: wanted = 1 } = database.spec;
    const readyReplicas = status?.readyReplicas ?? 0;
    const message = `${readyReplicas} of ${wanted} replicas are ready`;
    if (readyReplicas < wanted) return notReady('WaitingForReplicas', message, readyReplicas);
    return { status: { readyReplicas, conditions: [condition('Ready', true, 'AllReplicasReady', message)] } };
  })
  // Claims of a StatefulSet have no owner: nobody else would delete them.
  .finalize(async (database, { client }) => {
    // First the replicas: as long as there is a StatefulSet, its controller makes claims again.
    const sets = await client.owned(database).list(StatefulSet);
    for (const set of sets)
      if (set.metadata.deletionTimestamp === undefined)
        await ignoreNotFound(client.delete(set, { propagation: 'Foreground' }));
    if (sets.length > 0) return { requeueAfter: '30s' };
    const { namespace } = database.metadata;
    const { items } = await client.list(PersistentVolumeClaim, { namespace, labels: labelsOf(database) });
    for (const claim of items)
      if (claim.metadata.deletionTimestamp === undefined) await ignoreNotFound(client.delete(claim));
    return {};
  });

function notReady(reason: 'SecretMissing' | 'WaitingForReplicas', message: string, readyReplicas = 0) {
  return { status: { readyReplicas, conditions: [condition('Ready', false, reason, message)] } };
}
