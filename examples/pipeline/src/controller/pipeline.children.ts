import type { Stored } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { PersistentVolume, PersistentVolumeClaim, Service } from 'kbts/k8s/core/v1';
import type { Pipeline } from '../api/v1beta1/index.js';

/** Everything that a pipeline consists of. Names follow from the pipeline, so that the same spec gives the same objects. */
export interface Children {
  readonly volume: PersistentVolume;
  readonly claim: PersistentVolumeClaim;
  /** One for each step, in their order. */
  readonly deployments: readonly Deployment[];
  readonly services: readonly Service[];
}

/** A step as it was read. */
type Step = Stored<Pipeline>['spec']['steps'][number];

const modelFolder = '/models';
const port = 8080;

/** What a pipeline asks for. */
export function childrenOf(pipeline: Stored<Pipeline>): Children {
  const { steps } = pipeline.spec;
  return {
    volume: volumeOf(pipeline),
    claim: claimOf(pipeline),
    deployments: steps.map((step, index) => deploymentOf(pipeline, step, index)),
    services: steps.map((_, index) => serviceOf(pipeline, index)),
  };
}

/** Where data goes in. */
export function endpointOf(pipeline: Stored<Pipeline>): string {
  return urlOf(pipeline, 0);
}

/** The namespace of everything that has one. */
export function namespaceOf({ spec }: Stored<Pipeline>): string {
  return spec.namespace ?? 'default';
}

/** The name of the volume and of the claim. */
export function storageNameOf({ metadata }: Stored<Pipeline>): string {
  return `${metadata.name}-models`;
}

function volumeOf(pipeline: Stored<Pipeline>): PersistentVolume {
  const { capacity = '10Gi', nfs, hostPath } = pipeline.spec.modelStorage;
  const name = storageNameOf(pipeline);
  return new PersistentVolume({
    metadata: { name, labels: labelsOf(pipeline) },
    spec: {
      capacity: { storage: capacity },
      accessModes: ['ReadOnlyMany'],
      // The models are not ours to delete.
      persistentVolumeReclaimPolicy: 'Retain',
      // No class: nothing may be provisioned instead, and no other claim may take the volume.
      storageClassName: '',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace: namespaceOf(pipeline) },
      ...(nfs && { nfs: { ...nfs, readOnly: true } }),
      ...(hostPath && { hostPath: { ...hostPath } }),
    },
  });
}

function claimOf(pipeline: Stored<Pipeline>): PersistentVolumeClaim {
  const { capacity = '10Gi' } = pipeline.spec.modelStorage;
  const name = storageNameOf(pipeline);
  return new PersistentVolumeClaim({
    metadata: { name, namespace: namespaceOf(pipeline), labels: labelsOf(pipeline) },
    spec: {
      accessModes: ['ReadOnlyMany'],
      storageClassName: '',
      volumeName: name,
      resources: { requests: { storage: capacity } },
    },
  });
}

function deploymentOf(pipeline: Stored<Pipeline>, step: Step, index: number): Deployment {
  const labels = stepLabelsOf(pipeline, index);
  const isLast = index === pipeline.spec.steps.length - 1;
  return new Deployment({
    metadata: { name: stepNameOf(pipeline, index), namespace: namespaceOf(pipeline), labels },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          ...(step.location && { nodeSelector: { 'distri-infer.ndsl.cn/location': step.location } }),
          containers: [
            {
              name: 'step',
              image: step.image,
              args: argumentsOf(step),
              env: isLast ? [] : [{ name: 'NEXT_STEP_URL', value: urlOf(pipeline, index + 1) }],
              ports: [{ name: 'http', containerPort: port }],
              volumeMounts: [{ name: 'models', mountPath: modelFolder, readOnly: true }],
            },
          ],
          volumes: [{ name: 'models', persistentVolumeClaim: { claimName: storageNameOf(pipeline), readOnly: true } }],
        },
      },
    },
  });
}

/** In alphabetical order: another order of the same map must not restart the pods. */
function argumentsOf({ model, args = {} }: Step): string[] {
  const flags = Object.entries(args).map(([name, value]) => `--${name}=${value}`);
  return [`--model=${modelFolder}/${model}`, ...flags.toSorted()];
}

function serviceOf(pipeline: Stored<Pipeline>, index: number): Service {
  const labels = stepLabelsOf(pipeline, index);
  return new Service({
    metadata: { name: stepNameOf(pipeline, index), namespace: namespaceOf(pipeline), labels },
    spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  });
}

function stepNameOf({ metadata }: Stored<Pipeline>, index: number): string {
  return `${metadata.name}-step-${index + 1}`;
}

function urlOf(pipeline: Stored<Pipeline>, index: number): string {
  return `http://${stepNameOf(pipeline, index)}.${namespaceOf(pipeline)}.svc`;
}

function labelsOf({ metadata }: Stored<Pipeline>): Record<string, string> {
  return { 'app.kubernetes.io/name': 'pipeline', 'app.kubernetes.io/instance': metadata.name };
}

function stepLabelsOf(pipeline: Stored<Pipeline>, index: number): Record<string, string> {
  return { ...labelsOf(pipeline), 'distri-infer.ndsl.cn/step': String(index + 1) };
}
