/** Defaults, generations and deletion answers of the built-in kinds that operators create. */
import { get, merge, post, remove, type Scenario } from './scenario.js';

const template = (labels: object, more = {}): object => ({
  metadata: { labels },
  spec: { containers: [{ name: 'c', image: 'app', ...more }] },
});

const KINDS: Record<string, [string, object]> = {
  deployment: [
    '/apis/apps/v1/namespaces/NS/deployments',
    { spec: { selector: { matchLabels: { a: 'b' } }, template: template({ a: 'b' }) } },
  ],
  statefulset: [
    '/apis/apps/v1/namespaces/NS/statefulsets',
    { spec: { serviceName: 's', selector: { matchLabels: { a: 'b' } }, template: template({ a: 'b' }) } },
  ],
  daemonset: [
    '/apis/apps/v1/namespaces/NS/daemonsets',
    { spec: { selector: { matchLabels: { a: 'b' } }, template: template({ a: 'b' }) } },
  ],
  replicaset: [
    '/apis/apps/v1/namespaces/NS/replicasets',
    { spec: { selector: { matchLabels: { a: 'b' } }, template: template({ a: 'b' }) } },
  ],
  cronjob: [
    '/apis/batch/v1/namespaces/NS/cronjobs',
    {
      spec: {
        schedule: '* * * * *',
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'app:1' }] } } },
        },
      },
    },
  ],
  secret: ['/api/v1/namespaces/NS/secrets', { stringData: { a: 'b' }, data: { c: 'ZA==' } }],
  serviceaccount: ['/api/v1/namespaces/NS/serviceaccounts', {}],
  headless: [
    '/api/v1/namespaces/NS/services',
    { spec: { clusterIP: 'None', selector: { a: 'b' }, ports: [{ port: 80 }] } },
  ],
  claim: [
    '/api/v1/namespaces/NS/persistentvolumeclaims',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  ],
  role: [
    '/apis/rbac.authorization.k8s.io/v1/namespaces/NS/roles',
    { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  ],
  rolebinding: [
    '/apis/rbac.authorization.k8s.io/v1/namespaces/NS/rolebindings',
    {
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'ServiceAccount', name: 's', namespace: 'n' },
      ],
    },
  ],
  networkpolicy: [
    '/apis/networking.k8s.io/v1/namespaces/NS/networkpolicies',
    { spec: { podSelector: {}, policyTypes: ['Ingress'] } },
  ],
  ingress: [
    '/apis/networking.k8s.io/v1/namespaces/NS/ingresses',
    {
      spec: {
        rules: [
          {
            host: 'a.b',
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }],
            },
          },
        ],
      },
    },
  ],
  budget: [
    '/apis/policy/v1/namespaces/NS/poddisruptionbudgets',
    { spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } },
  ],
  lease: [
    '/apis/coordination.k8s.io/v1/namespaces/NS/leases',
    { spec: { holderIdentity: 'x', leaseDurationSeconds: 15, renewTime: '2024-01-02T03:04:05.000006Z' } },
  ],
  event: [
    '/api/v1/namespaces/NS/events',
    { involvedObject: { namespace: 'NS', name: 'x' }, reason: 'r', message: 'm', type: 'Normal' },
  ],
};

export const builtinScenarios: Record<string, Scenario> = Object.fromEntries(
  Object.entries(KINDS).map(([name, [path, body]]): [string, Scenario] => [
    `fills in and deletes a ${name}`,
    async ({ call, namespace }) => {
      const collection = path.replace('NS', namespace);
      const text = JSON.stringify({ metadata: { name: 'x' }, ...body }).replaceAll('"NS"', JSON.stringify(namespace));
      await call(post(collection, JSON.parse(text)));
      await call(merge(`${collection}/x`, { metadata: { annotations: { a: 'b' } } }));
      await call(get(collection));
      await call(remove(`${collection}/x`));
    },
  ]),
);

builtinScenarios['fills in probes, volumes and environment of a pod'] = async ({ call, namespace }) => {
  const path = `/api/v1/namespaces/${namespace}/pods`;
  const containers = [
    {
      name: 'c',
      image: 'registry/app:latest',
      env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
      ports: [{ containerPort: 80, name: 'http' }],
      livenessProbe: { httpGet: { port: 80 } },
      resources: { limits: { cpu: '1' } },
      volumeMounts: [{ name: 'v', mountPath: '/v' }],
    },
  ];
  const volumes = [{ name: 'v', configMap: { name: 'm' } }, { name: 'e' }];
  await call(post(path, { metadata: { name: 'p' }, spec: { containers, volumes } }));
  await call(merge(`${path}/p/status`, { status: { phase: 'Running' } }));
  await call(remove(`${path}/p`));
};

builtinScenarios['refuses workloads without selector, labels or containers'] = async ({ call, namespace }) => {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const spec = { selector: { matchLabels: { a: 'b' } }, template: template({ a: 'c' }) };
  await call(post(path, { metadata: { name: 'x' }, spec }));
  await call(post(path, { metadata: { name: 'x' }, spec: { ...spec, replicas: 'x' } }));
  await call(
    post(`${path}?fieldValidation=Strict`, {
      metadata: { name: 'x' },
      spec: { ...spec, template: template({ a: 'b' }), foo: 1 },
    }),
  );
};

builtinScenarios['writes quantities and times in their canonical form'] = async ({ call, namespace }) => {
  const quantities = [
    '0.5',
    '1000m',
    '1024Mi',
    '1500Mi',
    '2000',
    '1e3',
    '100k',
    '1.5Gi',
    '0',
    '512',
    '1Ki',
    '1000Ki',
    '0.1',
    '12e6',
  ];
  const hard = Object.fromEntries(quantities.map((text, index) => [`count/x${index}.y.z`, text]));
  const quotas = `/api/v1/namespaces/${namespace}/resourcequotas`;
  await call(
    post(quotas, {
      metadata: { name: 'q' },
      spec: { hard: Object.fromEntries(Object.entries(hard).filter(([, text]) => !/m$|^0\.|\./.test(text))) },
    }),
  );
  const limits = { cpu: '0.5', memory: '1024Mi', 'example.com/x': 2000 };
  const requests = { cpu: '100m', memory: '1.5e6', 'ephemeral-storage': '1500Mi', 'example.com/x': '2k' };
  await call(
    post(`/api/v1/namespaces/${namespace}/pods`, {
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'i', resources: { limits, requests } }] },
    }),
  );
  await call(
    post(`/api/v1/namespaces/${namespace}/pods`, {
      metadata: { name: 'bad' },
      spec: { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: 'x' } } }] },
    }),
  );
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  const spec = { renewTime: '2024-01-02T03:04:05+01:00', acquireTime: '2024-01-02T03:04:05.123456789Z' };
  await call(post(leases, { metadata: { name: 'l' }, spec }));
  await call(post(leases, { metadata: { name: 'l' }, spec: { acquireTime: spec.acquireTime } }));
  await call(post(leases, { metadata: { name: 'l' }, spec: { acquireTime: '2024-01-02T03:04:05.123456+01:00' } }));
  await call(post(leases, { metadata: { name: 'm' }, spec: { acquireTime: 'x' } }));
};
