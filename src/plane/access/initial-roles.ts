/**
 * Roles that every cluster has: those that operators bind to (cluster-admin, admin, edit, view, delegated authorization),
 * and those that say what everybody may do.
 */
import type { ApiObject } from '../storage/api-object.js';
import type { JsonObject } from '../../kubernetes/json/json-value.js';

const READ = ['get', 'list', 'watch'];
const WRITE = ['create', 'delete', 'deletecollection', 'patch', 'update'];
const AGGREGATE = 'rbac.authorization.k8s.io/aggregate-to-';
const GROUP = 'rbac.authorization.k8s.io';
const AUTO_UPDATE = { 'rbac.authorization.kubernetes.io/autoupdate': 'true' };

const CORE = [
  'configmaps',
  'endpoints',
  'events',
  'persistentvolumeclaims',
  'pods',
  'pods/log',
  'pods/status',
  'replicationcontrollers',
  'serviceaccounts',
  'services',
];
const WORKLOADS: readonly JsonObject[] = [
  { apiGroups: ['apps'], resources: ['*'] },
  { apiGroups: ['batch'], resources: ['*'] },
  { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'] },
  { apiGroups: ['networking.k8s.io'], resources: ['ingresses', 'networkpolicies'] },
  { apiGroups: ['policy'], resources: ['poddisruptionbudgets'] },
  { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'] },
];

/** One object and the resource that it belongs to. */
export interface InitialRole {
  readonly plural: 'clusterroles' | 'clusterrolebindings';
  readonly body: ApiObject;
}

/** The roles and bindings of a fresh cluster. */
export function initialRoles(): InitialRole[] {
  const everything = [
    { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
  ];
  const reviews = [
    { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
    { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
  ];
  const admin = [
    { apiGroups: [GROUP], resources: ['roles', 'rolebindings'], verbs: [...WRITE, ...READ] },
    { apiGroups: ['authorization.k8s.io'], resources: ['localsubjectaccessreviews'], verbs: ['create'] },
  ];
  const secrets = { apiGroups: [''], resources: ['secrets'], verbs: [...WRITE, ...READ] };
  return [
    role('cluster-admin', everything),
    role('system:auth-delegator', reviews),
    aggregated('admin', ['admin'], { [`${AGGREGATE}none`]: 'true' }),
    aggregated('edit', ['edit'], { [`${AGGREGATE}admin`]: 'true' }),
    aggregated('view', ['view'], { [`${AGGREGATE}edit`]: 'true' }),
    role('system:aggregate-to-admin', admin, { [`${AGGREGATE}admin`]: 'true' }),
    role('system:aggregate-to-edit', [...rules([...WRITE]), secrets], both('edit', 'admin')),
    role('system:aggregate-to-view', rules(READ), { ...both('view', 'edit'), [`${AGGREGATE}admin`]: 'true' }),
    binding('cluster-admin', 'system:masters'),
    ...openRoles(),
  ];
}

const DISCOVERY = ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*'];
const INFORMATION = ['/healthz', '/livez', '/readyz', '/version', '/version/'];
const ISSUER = ['/.well-known/openid-configuration', '/openid/v1/jwks'];

/** What everybody may do. */
function openRoles(): InitialRole[] {
  const paths = (nonResourceURLs: string[]): JsonObject[] => [{ nonResourceURLs, verbs: ['get'] }];
  const self = [
    {
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
      verbs: ['create'],
    },
    { apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'], verbs: ['create'] },
  ];
  const bundles = [{ apiGroups: ['certificates.k8s.io'], resources: ['clustertrustbundles'], verbs: READ }];
  const entries: readonly [string, JsonObject[], ...string[]][] = [
    ['system:basic-user', self, 'system:authenticated'],
    ['system:discovery', paths([...DISCOVERY, ...INFORMATION].sort()), 'system:authenticated'],
    ['system:public-info-viewer', paths(INFORMATION), 'system:authenticated', 'system:unauthenticated'],
    ['system:cluster-trust-bundle-discovery', bundles, 'system:serviceaccounts'],
    [
      'system:service-account-issuer-discovery',
      paths(ISSUER.flatMap((path) => [path, `${path}/`])),
      'system:serviceaccounts',
    ],
  ];
  return entries.flatMap(([name, rules, ...groups]) => [role(name, rules), binding(name, ...groups)]);
}

function both(first: string, second: string): Record<string, string> {
  return { [`${AGGREGATE}${first}`]: 'true', [`${AGGREGATE}${second}`]: 'true' };
}

function rules(verbs: readonly string[]): JsonObject[] {
  return [
    { apiGroups: [''], resources: CORE, verbs: [...verbs] },
    ...WORKLOADS.map((rule) => ({ ...rule, verbs: [...verbs] })),
  ];
}

function role(name: string, roleRules: JsonObject[], labels: Record<string, string> = {}): InitialRole {
  const body: ApiObject = {
    kind: 'ClusterRole',
    apiVersion: `${GROUP}/v1`,
    metadata: { name, annotations: AUTO_UPDATE, labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...labels } },
    rules: roleRules,
  };
  return { plural: 'clusterroles', body };
}

/** A role whose rules are those of the roles with a label. */
function aggregated(name: string, from: readonly string[], labels: Record<string, string>): InitialRole {
  const { plural, body } = role(name, [], labels);
  const clusterRoleSelectors = from.map((source) => ({ matchLabels: { [`${AGGREGATE}${source}`]: 'true' } }));
  return { plural, body: { ...body, aggregationRule: { clusterRoleSelectors } } };
}

function binding(name: string, ...groups: string[]): InitialRole {
  const body: ApiObject = {
    kind: 'ClusterRoleBinding',
    apiVersion: `${GROUP}/v1`,
    metadata: { name, annotations: AUTO_UPDATE, labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } },
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name },
    subjects: groups.map((group) => ({ kind: 'Group', apiGroup: GROUP, name: group })),
  };
  return { plural: 'clusterrolebindings', body };
}
