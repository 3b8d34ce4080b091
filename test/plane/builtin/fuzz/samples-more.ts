/** Valid objects that take the other ways through the rules. */
import type { Sample } from './samples.js';

const labels = { app: 'y' };
const selector = { matchLabels: labels };
const container = {
  name: 'main',
  image: 'app@sha256:0123456789012345678901234567890123456789012345678901234567890123',
};
const template = { metadata: { labels }, spec: { containers: [container] } };
const NEVER = { spec: { containers: [container], restartPolicy: 'OnFailure' } };
const GROUP = 'rbac.authorization.k8s.io';

/** Samples by kind. */
export const moreSamples: readonly Sample[] = [
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'host', annotations: { 'controller.kubernetes.io/pod-deletion-cost': '5' } },
    spec: {
      hostNetwork: true,
      hostPID: true,
      os: { name: 'linux' },
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['10.0.0.10'] },
      restartPolicy: 'Never',
      activeDeadlineSeconds: 5,
      hostname: 'h',
      subdomain: 's',
      schedulingGates: [{ name: 'example.com/gate' }],
      resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }],
      resources: { requests: { cpu: '2' }, limits: { cpu: '4', memory: '1Gi' } },
      containers: [
        {
          ...container,
          ports: [{ containerPort: 80, hostPort: 80 }],
          resources: {
            requests: { cpu: '1', 'hugepages-2Mi': '4Mi', 'example.com/gpu': '1' },
            limits: { cpu: '2', 'hugepages-2Mi': '4Mi', 'example.com/gpu': '1' },
            claims: [{ name: 'gpu' }],
          },
          resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
          restartPolicy: 'Never',
          restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [1] } }],
          volumeDevices: [{ name: 'block', devicePath: '/dev/b' }],
          securityContext: {
            appArmorProfile: { type: 'Localhost', localhostProfile: 'p' },
            seccompProfile: { type: 'Localhost', localhostProfile: 'p' },
            procMount: 'Default',
          },
        },
      ],
      volumes: [
        { name: 'block', persistentVolumeClaim: { claimName: 'c' } },
        { name: 'image', image: { reference: 'r/i:1', pullPolicy: 'Always' } },
        { name: 'iscsi', iscsi: { targetPortal: 'p', iqn: 'iqn.2001-04.com.example:x', lun: 1 } },
        { name: 'fc', fc: { targetWWNs: ['a'], lun: 1 } },
        { name: 'rbd', rbd: { monitors: ['m'], image: 'i' } },
        {
          name: 'bundle',
          projected: { sources: [{ clusterTrustBundle: { signerName: 'example.com/s', path: 'ca.pem' } }] },
        },
      ],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'win' },
    spec: {
      os: { name: 'windows' },
      securityContext: { windowsOptions: { runAsUserName: 'DOMAIN\\user', gmsaCredentialSpecName: 'a' } },
      containers: [{ ...container, securityContext: { windowsOptions: { hostProcess: false } } }],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 're' },
    spec: {
      selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] },
      template,
      strategy: { type: 'Recreate' },
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'od' },
    spec: { selector, template, updateStrategy: { type: 'OnDelete' }, revisionHistoryLimit: 1 },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'surge' },
    spec: { selector, template, updateStrategy: { rollingUpdate: { maxSurge: '10%', maxUnavailable: 0 } } },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'manual' },
    spec: {
      manualSelector: true,
      selector,
      suspend: true,
      managedBy: 'example.com/controller',
      template: { metadata: { labels }, ...NEVER },
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'daily' },
    spec: { schedule: '@daily', suspend: true, jobTemplate: { metadata: { labels }, spec: { template: NEVER } } },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'np' },
    spec: {
      type: 'NodePort',
      ports: [{ port: 80, nodePort: 31_999 }],
      externalTrafficPolicy: 'Local',
      clusterIP: '10.0.0.201',
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'lblocal',
      annotations: { 'service.beta.kubernetes.io/load-balancer-source-ranges': '10.0.0.0/8' },
    },
    spec: {
      type: 'LoadBalancer',
      ports: [{ port: 443 }],
      externalTrafficPolicy: 'Local',
      allocateLoadBalancerNodePorts: false,
      trafficDistribution: 'PreferClose',
      ipFamilyPolicy: 'PreferDualStack',
    },
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'fqdn' },
    addressType: 'FQDN',
    endpoints: [{ addresses: ['a.example.com'] }],
    ports: [{ port: 80 }],
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'docker' },
    type: 'kubernetes.io/dockerconfigjson',
    stringData: { '.dockerconfigjson': '{"auths":{}}' },
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'basic' },
    type: 'kubernetes.io/basic-auth',
    data: { username: 'YQ==' },
    immutable: true,
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'fixed' }, data: { a: 'b' }, immutable: true },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'clone' },
    spec: {
      accessModes: ['ReadWriteOncePod'],
      resources: { requests: { storage: '1Gi' }, limits: { storage: '2Gi' } },
      dataSource: { kind: 'PersistentVolumeClaim', name: 'pvc' },
      volumeMode: 'Block',
      volumeAttributesClassName: 'gold',
    },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'fuzz-local' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      local: { path: '/disk' },
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }] },
      },
      claimRef: { name: 'c', namespace: 'n' },
      mountOptions: ['ro'],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'fuzz-host' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/x' },
      persistentVolumeReclaimPolicy: 'Recycle',
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    metadata: { name: 'fuzz-ic' },
    spec: {
      controller: 'example.com/ingress',
      parameters: { apiGroup: 'example.com', kind: 'P', name: 'p', scope: 'Namespace', namespace: 'n' },
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'wild', annotations: { 'kubernetes.io/ingress.class': 'nginx' } },
    spec: {
      rules: [
        {
          host: '*.example.com',
          http: {
            paths: [{ pathType: 'ImplementationSpecific', backend: { service: { name: 's', port: { number: 80 } } } }],
          },
        },
      ],
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'all' },
    spec: { podSelector: {}, egress: [{}] },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'max' },
    spec: { maxUnavailable: 1, selector },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'small' },
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'example.com/v1', kind: 'Thing', name: 't' },
      metrics: [
        {
          type: 'ContainerResource',
          containerResource: { name: 'memory', container: 'c', target: { type: 'AverageValue', averageValue: '1Gi' } },
        },
      ],
    },
  },
  {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'first' },
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 't' },
      targetCPUUtilizationPercentage: 50,
    },
  },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fuzz-plain' } },
  {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'best' },
    spec: { hard: { pods: '1' }, scopes: ['BestEffort', 'NotTerminating'] },
  },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'lim' },
    spec: { limits: [{ type: 'Container', max: { memory: '1Gi' }, min: { memory: '1Mi' } }] },
  },
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'fuzz-pc2' }, value: -5 },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'fuzz-sc2' },
    provisioner: 'kubernetes.io/no-provisioner',
  },
  {
    apiVersion: `${GROUP}/v1`,
    kind: 'ClusterRole',
    metadata: { name: 'fuzz:role' },
    rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
  },
  {
    apiVersion: `${GROUP}/v1`,
    kind: 'RoleBinding',
    metadata: { name: 'sys:rb' },
    roleRef: { kind: 'ClusterRole', name: 'view', apiGroup: GROUP },
    subjects: [{ kind: 'User', name: 'u' }],
  },
  {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'e1' },
    involvedObject: { kind: 'Pod', name: 'p', namespace: 'fuzz' },
    reason: 'Started',
    message: 'm',
    type: 'Normal',
    source: { component: 'c' },
    firstTimestamp: '2024-01-02T03:04:05Z',
    count: 1,
  },
  {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: 'e2' },
    eventTime: '2024-01-02T03:04:05.000000Z',
    regarding: { kind: 'Pod', name: 'p', namespace: 'fuzz' },
    reason: 'Started',
    action: 'Start',
    note: 'n',
    type: 'Normal',
    reportingController: 'example.com/c',
    reportingInstance: 'c-1',
    series: { count: 2, lastObservedTime: '2024-01-02T03:04:05.000000Z' },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'fuzz-vap2' },
    spec: {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConstraints: {
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['*'], resourceNames: ['a'] },
        ],
      },
      validations: [{ expression: 'params == null || object.metadata.name.startsWith("a")' }],
    },
  },
];
