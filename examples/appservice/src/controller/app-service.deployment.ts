import { owners } from 'kbts/runtime';
import { keyOf } from 'kbts/runtime/cache';
import type { Stored } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import type { AppService } from '../api/v1alpha1/index.js';

const image = 'nginxinc/nginx-unprivileged:1.29';

/** The Deployment that an AppService asks for. */
export function deploymentFor(appService: Stored<AppService>): Deployment {
  const { deploymentName, replicas = 1 } = appService.spec;
  const labels = { app: 'nginx', controller: appService.metadata.name };
  const deployment = new Deployment({
    metadata: { name: deploymentName, namespace: appService.metadata.namespace },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'nginx', image }] } },
    },
  });
  owners.setController(appService, deployment);
  return deployment;
}

/** Whether the Deployment was made for this very AppService, and not for one that had its name before. */
export function isControlledBy(deployment: Stored<Deployment>, { metadata }: Stored<AppService>): boolean {
  return owners.controllerOf(deployment)?.uid === metadata.uid;
}

/** Which Deployment an AppService is about, as an index value: `namespace/name`. */
export function deploymentKeyOf({ metadata, spec }: Stored<AppService>): string {
  return keyOf({ namespace: metadata.namespace, name: spec.deploymentName });
}
