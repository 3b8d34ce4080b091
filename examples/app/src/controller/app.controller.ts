import { condition, controller, ignoreNotFound } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { Service } from 'kbts/k8s/core/v1';
import { Ingress } from 'kbts/k8s/networking/v1';
import { App } from '../api/v1beta1/index.js';
import { childrenOf } from './app.children.js';

// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps,verbs=get;list;watch
// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps/status,verbs=patch
// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups=core,resources=services,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups=networking.k8s.io,resources=ingresses,verbs=get;list;watch;create;patch;delete

/** Keeps a Deployment for each App, and a Service and an Ingress while it asks for them. */
export const appController = controller(App)
  .owns(Deployment)
  .owns(Service)
  .owns(Ingress)
  .reconcile(async (app, { client }) => {
    const own = client.owned(app);
    const { deployment, service, ingress } = childrenOf(app);
    if (service) await own.apply(service);
    else for (const old of await own.list(Service)) await ignoreNotFound(client.delete(old));
    if (ingress) await own.apply(ingress);
    else for (const old of await own.list(Ingress)) await ignoreNotFound(client.delete(old));
    const { status } = await own.apply(deployment);

    const ready = status?.readyReplicas ?? 0;
    const wanted = app.spec.replicas ?? 1;
    const reason = ready >= wanted ? 'AllPodsReady' : 'WaitingForPods';
    const message = `${ready} of ${wanted} pods are ready`;
    return { status: { ready_replicas: ready, conditions: [condition('Ready', ready >= wanted, reason, message)] } };
  });
