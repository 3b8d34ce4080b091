/** Valid Services, data, storage, network and policy objects. */
import type { Sample } from './samples.js';

const selector = { matchLabels: { app: 'x' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['a', 'b'] }] };
const claimSpec = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
  storageClassName: 'fast',
  volumeMode: 'Filesystem',
  selector,
};

/** Samples by kind. */
export const coreSamples: readonly Sample[] = [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'svc' },
    spec: {
      type: 'ClusterIP',
      selector: { app: 'x' },
      ports: [
        { name: 'http', port: 80, targetPort: 'http', protocol: 'TCP', appProtocol: 'http' },
        { name: 'dns', port: 53, targetPort: 53, protocol: 'UDP' },
      ],
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 100 } },
      internalTrafficPolicy: 'Local',
      externalIPs: ['10.9.8.7'],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'lb' },
    spec: {
      type: 'LoadBalancer',
      ports: [{ port: 80 }],
      loadBalancerClass: 'example.com/lb',
      loadBalancerSourceRanges: ['10.0.0.0/8'],
      externalTrafficPolicy: 'Cluster',
    },
  },
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'ext' }, spec: { type: 'ExternalName', externalName: 'a.b' } },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'headless' },
    spec: { clusterIP: 'None', selector: { app: 'x' }, ports: [{ port: 80 }], publishNotReadyAddresses: true },
  },
  {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'svc' },
    subsets: [
      {
        addresses: [{ ip: '10.1.2.3', hostname: 'a', nodeName: 'n', targetRef: { kind: 'Pod', name: 'p' } }],
        notReadyAddresses: [{ ip: '10.1.2.4' }],
        ports: [
          { name: 'http', port: 80 },
          { name: 'dns', port: 53, protocol: 'UDP' },
        ],
      },
    ],
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'es', labels: { 'kubernetes.io/service-name': 'svc' } },
    addressType: 'IPv4',
    endpoints: [
      {
        addresses: ['10.1.2.3'],
        conditions: { ready: true },
        hostname: 'h',
        nodeName: 'n',
        zone: 'z',
        hints: { forZones: [{ name: 'z' }] },
      },
    ],
    ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'cm', labels: { a: 'b' }, annotations: { 'example.com/a': 'b' }, finalizers: ['example.com/f'] },
    data: { 'a.txt': 'x', b: 'y' },
    binaryData: { c: 'YWJj' },
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'sec' },
    type: 'Opaque',
    data: { a: 'YWJj' },
    stringData: { b: 'x' },
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'tls' },
    type: 'kubernetes.io/tls',
    data: { 'tls.crt': 'YWJj', 'tls.key': 'YWJj' },
  },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'sa' },
    secrets: [{ name: 's' }],
    imagePullSecrets: [{ name: 'p' }],
    automountServiceAccountToken: false,
  },
  { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'pvc' }, spec: claimSpec },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'fuzz-pv' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      storageClassName: 'fast',
      volumeMode: 'Filesystem',
      csi: { driver: 'csi.example.com', volumeHandle: 'h', nodePublishSecretRef: { name: 's', namespace: 'n' } },
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] }] },
      },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'fuzz-pv2' },
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteMany'], nfs: { server: 's', path: '/x' } },
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'fuzz-sc' },
    provisioner: 'example.com/p',
    parameters: { type: 'ssd' },
    reclaimPolicy: 'Retain',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: true,
    mountOptions: ['ro'],
    allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a', 'b'] }] }],
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'ing' },
    spec: {
      ingressClassName: 'nginx',
      defaultBackend: { service: { name: 'svc', port: { number: 80 } } },
      tls: [{ hosts: ['a.example.com'], secretName: 'tls' }],
      rules: [
        {
          host: 'a.example.com',
          http: {
            paths: [
              { path: '/', pathType: 'Prefix', backend: { service: { name: 'svc', port: { name: 'http' } } } },
              {
                path: '/r',
                pathType: 'Exact',
                backend: { resource: { apiGroup: 'example.com', kind: 'Bucket', name: 'b' } },
              },
            ],
          },
        },
      ],
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'np' },
    spec: {
      podSelector: selector,
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          from: [{ podSelector: { matchLabels: { a: 'b' } }, namespaceSelector: {} }],
          ports: [{ protocol: 'TCP', port: 80, endPort: 90 }, { port: 'http' }],
        },
      ],
      egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }] }],
    },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'pdb' },
    spec: { minAvailable: '50%', selector, unhealthyPodEvictionPolicy: 'AlwaysAllow' },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'hpa' },
    spec: {
      minReplicas: 1,
      maxReplicas: 5,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        {
          type: 'Object',
          object: {
            describedObject: { apiVersion: 'v1', kind: 'Service', name: 's' },
            metric: { name: 'm' },
            target: { type: 'Value', value: '10' },
          },
        },
        { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '5' } } },
        {
          type: 'External',
          external: { metric: { name: 'm', selector }, target: { type: 'AverageValue', averageValue: '5' } },
        },
      ],
      behavior: {
        scaleUp: {
          stabilizationWindowSeconds: 60,
          selectPolicy: 'Max',
          policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }],
        },
        scaleDown: { policies: [{ type: 'Percent', value: 10, periodSeconds: 60 }] },
      },
    },
  },
  {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'lease' },
    spec: {
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      leaseTransitions: 1,
      acquireTime: '2024-01-02T03:04:05.000000Z',
      renewTime: '2024-01-02T03:04:05.000000Z',
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'fuzz-ns', labels: { a: 'b' } },
    spec: { finalizers: ['kubernetes'] },
  },
  {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'rq' },
    spec: {
      hard: { pods: '5', 'requests.cpu': '2', 'limits.memory': '1Gi' },
      scopes: ['NotBestEffort'],
      scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'lr' },
    spec: {
      limits: [
        {
          type: 'Container',
          max: { cpu: '2' },
          min: { cpu: '100m' },
          default: { cpu: '1' },
          defaultRequest: { cpu: '500m' },
          maxLimitRequestRatio: { cpu: '4' },
        },
        { type: 'Pod', max: { memory: '1Gi' } },
        { type: 'PersistentVolumeClaim', max: { storage: '10Gi' }, min: { storage: '1Gi' } },
      ],
    },
  },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'fuzz-pc' },
    value: 1000,
    preemptionPolicy: 'Never',
    description: 'x',
    globalDefault: false,
  },
];
