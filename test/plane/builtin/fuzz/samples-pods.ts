/** Valid pods and workloads, rich in fields. */
import type { Sample } from './samples.js';

const container = {
  name: 'main',
  image: 'registry.example.com/app:1.2',
  command: ['/app'],
  args: ['--x'],
  workingDir: '/work',
  ports: [
    { name: 'http', containerPort: 8080, protocol: 'TCP' },
    { name: 'metrics', containerPort: 9090, hostPort: 9090, hostIP: '10.0.0.1' },
  ],
  env: [
    { name: 'PLAIN', value: 'x' },
    { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } } },
    { name: 'KEY', valueFrom: { secretKeyRef: { name: 'secret', key: 'k' } } },
    { name: 'CONF', valueFrom: { configMapKeyRef: { name: 'config', key: 'k', optional: true } } },
  ],
  envFrom: [{ prefix: 'P_', configMapRef: { name: 'config' } }, { secretRef: { name: 'secret' } }],
  resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { cpu: '1', memory: '128Mi' } },
  volumeMounts: [
    { name: 'data', mountPath: '/data' },
    { name: 'config', mountPath: '/config', readOnly: true, subPath: 'a' },
  ],
  livenessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 5 },
  readinessProbe: { tcpSocket: { port: 8080 }, failureThreshold: 2 },
  startupProbe: { exec: { command: ['true'] }, initialDelaySeconds: 1 },
  lifecycle: { preStop: { sleep: { seconds: 3 } }, postStart: { httpGet: { path: '/start', port: 8080 } } },
  securityContext: {
    runAsUser: 1000,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  },
};

const podSpec = {
  containers: [container, { name: 'side', image: 'side', securityContext: { privileged: true } }],
  initContainers: [
    { name: 'init', image: 'init', command: ['x'] },
    { name: 'sidecar', image: 'sidecar', restartPolicy: 'Always', readinessProbe: { grpc: { port: 9000 } } },
  ],
  volumes: [
    { name: 'data', emptyDir: { sizeLimit: '1Gi' } },
    { name: 'config', configMap: { name: 'config', items: [{ key: 'a', path: 'a', mode: 256 }] } },
    { name: 'secret', secret: { secretName: 'secret', defaultMode: 288 } },
    { name: 'claim', persistentVolumeClaim: { claimName: 'claim' } },
    { name: 'host', hostPath: { path: '/var/lib', type: 'Directory' } },
    {
      name: 'all',
      projected: {
        sources: [
          { secret: { name: 's', items: [{ key: 'a', path: 'x' }] } },
          { downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } },
        ],
      },
    },
    { name: 'down', downwardAPI: { items: [{ path: 'n', fieldRef: { fieldPath: 'metadata.name' } }] } },
    { name: 'nfs', nfs: { server: 's', path: '/x' } },
    { name: 'csi', csi: { driver: 'csi.example.com' } },
    {
      name: 'scratch',
      ephemeral: {
        volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
      },
    },
  ],
  nodeSelector: { disk: 'ssd' },
  tolerations: [
    { key: 'a', operator: 'Exists', effect: 'NoSchedule' },
    { key: 'b', value: 'c', effect: 'NoExecute', tolerationSeconds: 5 },
  ],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }],
      },
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 5, preference: { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] } },
      ],
    },
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'x' } }, namespaces: ['n'] },
      ],
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'x' } } } },
      ],
    },
  },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      minDomains: 2,
      labelSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['x'] }] },
      matchLabelKeys: ['hash'],
    },
  ],
  securityContext: {
    fsGroup: 2000,
    supplementalGroups: [1, 2],
    sysctls: [{ name: 'net.core.somaxconn', value: '1' }],
    fsGroupChangePolicy: 'OnRootMismatch',
  },
  serviceAccountName: 'default',
  hostAliases: [{ ip: '10.1.2.3', hostnames: ['a.example.com'] }],
  dnsConfig: { nameservers: ['10.0.0.10'], searches: ['svc.local'], options: [{ name: 'ndots', value: '2' }] },
  imagePullSecrets: [{ name: 'pull' }],
  readinessGates: [{ conditionType: 'example.com/ready' }],
  terminationGracePeriodSeconds: 30,
};

const labels = { app: 'x' };
const smallSpec = {
  containers: [
    {
      name: 'main',
      image: 'app:1',
      ports: [{ containerPort: 80 }],
      resources: { limits: { cpu: '1' } },
      env: [{ name: 'A', value: 'b' }],
      volumeMounts: [{ name: 'v', mountPath: '/v' }],
    },
  ],
  volumes: [{ name: 'v', emptyDir: {} }],
};
const template = { metadata: { labels }, spec: podSpec };
const smallTemplate = { metadata: { labels, annotations: { 'example.com/a': 'b' } }, spec: smallSpec };
const selector = { matchLabels: labels };
const claims = [
  {
    metadata: { name: 'v' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 'fast' },
  },
];
const jobTemplate = { spec: { ...smallSpec, restartPolicy: 'Never' } };

/** Samples by kind; heavier kinds come first. */
export const podSamples: readonly Sample[] = [
  { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', labels }, spec: podSpec },
  { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'q' }, spec: { ...smallSpec, hostNetwork: false } },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: {
      replicas: 2,
      selector,
      template: smallTemplate,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } },
      minReadySeconds: 1,
      revisionHistoryLimit: 3,
      progressDeadlineSeconds: 60,
      paused: false,
    },
  },
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'e' }, spec: { selector, template } },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 's' },
    spec: {
      replicas: 1,
      selector,
      template: smallTemplate,
      serviceName: 'svc',
      volumeClaimTemplates: claims,
      podManagementPolicy: 'Parallel',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Delete' },
      ordinals: { start: 1 },
      minReadySeconds: 2,
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'ds' },
    spec: {
      selector,
      template: smallTemplate,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
      minReadySeconds: 1,
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'rs' },
    spec: { replicas: 1, selector, template: smallTemplate, minReadySeconds: 1 },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j' },
    spec: {
      parallelism: 1,
      completions: 3,
      completionMode: 'Indexed',
      backoffLimit: 2,
      backoffLimitPerIndex: 1,
      maxFailedIndexes: 1,
      activeDeadlineSeconds: 60,
      ttlSecondsAfterFinished: 10,
      suspend: false,
      podReplacementPolicy: 'Failed',
      podFailurePolicy: {
        rules: [
          { action: 'FailJob', onExitCodes: { containerName: 'main', operator: 'In', values: [1, 2] } },
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
        ],
      },
      successPolicy: { rules: [{ succeededIndexes: '0-1', succeededCount: 1 }] },
      template: jobTemplate,
    },
  },
  { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'k' }, spec: { template: jobTemplate } },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'c' },
    spec: {
      schedule: '*/5 * * * *',
      timeZone: 'Etc/UTC',
      startingDeadlineSeconds: 10,
      concurrencyPolicy: 'Forbid',
      successfulJobsHistoryLimit: 1,
      failedJobsHistoryLimit: 1,
      jobTemplate: { spec: { backoffLimit: 1, template: jobTemplate } },
    },
  },
];
