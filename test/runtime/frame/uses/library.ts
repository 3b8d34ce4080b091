/** A library that exports what operators share. The marked names are those whose hovers are read. */
export const library = `
import { channel, condition, type ConditionOf, controller, createManager, type CustomResource, defineKind, keyedController, predicates, webhook } from 'kbts/runtime';
import { enqueueObject } from 'kbts/runtime/sources';
import { Deployment, StatefulSet } from 'kbts/k8s/apps/v1';
import { ConfigMap, Pod, Secret, Service } from 'kbts/k8s/core/v1';

interface DatabaseSpec { replicas?: number; secret?: string; users?: { name: string; namespace?: string }[] }
interface DatabaseStatus { ready?: number; message?: string; conditions?: ConditionOf<'Ready' | 'Degraded', 'AllUp' | 'Waiting' | 'SecretMissing'>[] }
export interface Database extends CustomResource<DatabaseSpec, DatabaseStatus> { apiVersion: 'data.my.domain/v1'; kind: 'Database' }
export const Database = defineKind<Database>({ group: 'data.my.domain', version: 'v1', kind: 'Database', plural: 'databases', scope: 'Namespaced' });

export const changes = channel<Database>('changes', enqueueObject());

export const /*?*/databaseController = /*?*/controller(Database)
  ./*?*/references('secret', Secret, ({ spec }) => spec.secret)
  ./*?*/references('users', ConfigMap, ({ spec }) => spec.users ?? [])
  ./*?*/owns(StatefulSet)
  ./*?*/owns(Service, { everyOwner: true })
  ./*?*/watches(Pod, ({ metadata }) => metadata.labels?.['app.kubernetes.io/instance'])
  ./*?*/source(changes)
  ./*?*/filter(predicates.generationChanged())
  ./*?*/index('secret', ({ spec }) => [spec.secret ?? ''])
  ./*?*/options({ concurrency: 4, timeout: '5m' })
  ./*?*/onError((error, /*?*/request, /*?*/context) => (context.attempt > 3 && request.name ? {} : 'default'))
  ./*?*/onDeleted(async (/*?*/key) => void key)
  ./*?*/finalize(async (/*?*/database, { /*?*/client }) => { await client.delete(database); })
  ./*?*/reconcile(async (/*?*/database, { /*?*/client, /*?*/observed, /*?*/events, /*?*/now, /*?*/log }) => {
    const { /*?*/secret, /*?*/users } = observed;
    if (!secret) return { status: { conditions: [condition('Ready', false, 'SecretMissing', 'no Secret')] }, requeueAfter: '1m' };
    const own = client./*?*/owned(database);
    const { /*?*/status } = await own./*?*/apply(StatefulSet, { metadata: { name: database.metadata.name } });
    for (const set of await own./*?*/list(StatefulSet)) await client./*?*/delete(set);
    const { /*?*/items } = await client./*?*/list(Pod, { namespace: database.metadata.namespace });
    log.info('seen');
    events.event(database, { reason: 'Seen', note: String(now()) });
    const ready = status?.readyReplicas ?? items.length;
    return { status: { ready, message: String(users.length), conditions: [condition('Ready', true, 'AllUp', 'all up')] } };
  });

export const /*?*/variant = databaseController./*?*/options({ name: 'variant' });
export const /*?*/draft = controller(Deployment);
export const /*?*/cleaner = controller(Deployment)./*?*/finalize(async () => {});
export const /*?*/tenants = /*?*/keyedController<{ tenant: string }>('tenants')
  ./*?*/watches(Pod, ({ metadata }) => ({ tenant: metadata.namespace ?? '' }))
  ./*?*/reconcile(async (/*?*/tenant) => void tenant);
export const /*?*/databaseWebhook = /*?*/webhook(Database)
  ./*?*/default(({ spec }) => { spec.replicas ??= 1; })
  ./*?*/validate(({ spec }) => (spec.secret ? undefined : { deny: 'no Secret' }));
export const makeController = (limit: number) => controller(Database).options({ concurrency: limit }).reconcile(async () => {});
export const /*?*/wide = controller(Database)
  ./*?*/references('config0', ConfigMap, ({ spec }) => spec.secret)
  ./*?*/references('config1', Secret, ({ spec }) => spec.secret)
  ./*?*/references('config2', Service, ({ spec }) => spec.secret)
  ./*?*/references('config3', ConfigMap, ({ spec }) => spec.secret)
  ./*?*/references('config4', Secret, ({ spec }) => spec.secret)
  ./*?*/references('config5', Service, ({ spec }) => spec.secret)
  ./*?*/references('config6', ConfigMap, ({ spec }) => spec.secret)
  ./*?*/references('config7', Secret, ({ spec }) => spec.secret)
  ./*?*/references('config8', Service, ({ spec }) => spec.secret)
  ./*?*/references('config9', ConfigMap, ({ spec }) => spec.secret)
  ./*?*/references('config10', Secret, ({ spec }) => spec.secret)
  ./*?*/owns(Deployment)
  ./*?*/reconcile(async (_, { /*?*/observed: { /*?*/config3 } }) => ({ status: { message: config3?.metadata.name } }))
  ./*?*/finalize(async (/*?*/database) => void database);
export const manager = await createManager();
export const running = manager./*?*/add(databaseController);
`;

/** What hovers show of exported values. */
export const exportedAs = [
  ['databaseController', 'Controller<Database>'],
  ['variant', 'Controller<Database>'],
  ['wide', 'Controller<Database>'],
  ['draft', 'ControllerDraft<Deployment, object>'],
  ['cleaner', 'ControllerChain<Deployment, object>'],
  ['tenants', 'KeyedController<{ tenant: string; }>'],
  ['databaseWebhook', 'Webhook<Database>'],
] as const;
