import type { Stored } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { Service } from 'kbts/k8s/core/v1';
import { Ingress } from 'kbts/k8s/networking/v1';
import type { App } from '../api/v1beta1/index.js';

/** What an App consists of. What it does not ask for is undefined. */
export interface Children {
  readonly deployment: Deployment;
  readonly service: Service | undefined;
  readonly ingress: Ingress | undefined;
}

/** The objects that an App asks for. */
export function childrenOf(app: Stored<App>): Children {
  const { enable_service: hasService, enable_ingress: hasIngress = hasService } = app.spec;
  return {
    deployment: deploymentOf(app),
    service: hasService ? serviceOf(app) : undefined,
    ingress: hasIngress ? ingressOf(app) : undefined,
  };
}

function deploymentOf(app: Stored<App>): Deployment {
  const { image, replicas = 1, port = 8080 } = app.spec;
  const labels = labelsOf(app);
  return new Deployment({
    metadata: metadataOf(app),
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'app', image, ports: [{ name: 'http', containerPort: port }] }] },
      },
    },
  });
}

function serviceOf(app: Stored<App>): Service {
  return new Service({
    metadata: metadataOf(app),
    spec: { selector: labelsOf(app), ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  });
}

function ingressOf(app: Stored<App>): Ingress {
  const service = { name: app.metadata.name, port: { name: 'http' } };
  const paths = [{ path: '/', pathType: 'Prefix', backend: { service } }];
  return new Ingress({
    metadata: metadataOf(app),
    spec: { rules: [{ host: app.spec.host, http: { paths } }] },
  });
}

function metadataOf(app: Stored<App>): { name?: string; namespace?: string; labels: Record<string, string> } {
  return { name: app.metadata.name, namespace: app.metadata.namespace, labels: labelsOf(app) };
}

function labelsOf({ metadata }: Stored<App>): Record<string, string> {
  return { 'app.kubernetes.io/name': 'app', 'app.kubernetes.io/instance': metadata.name };
}
