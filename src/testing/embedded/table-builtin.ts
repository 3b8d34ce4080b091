/** Columns of the built-in kinds that people look at most. */
import { section, type ApiObject } from './api-object.js';
import { getPath, isObject, type JsonObject, type JsonValue } from './json.js';
import type { ResourceType } from './resource-type.js';

/** One column. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  cell(object: ApiObject, now: number): JsonValue;
}

/** Columns around Age. */
export interface ColumnSet {
  readonly beforeAge: readonly Column[];
  readonly afterAge: readonly Column[];
}

type Cell = (object: ApiObject) => JsonValue;

function column(name: string, cell: Cell, type = 'string', priority = 0): Column {
  return { name, type, priority, cell: (object) => cell(object) };
}

const count = (object: ApiObject, ...path: string[]): number => {
  const value = getPath(object, path);
  return typeof value === 'number' ? value : 0;
};
const text = (object: ApiObject, ...path: string[]): string => {
  const value = getPath(object, path);
  return typeof value === 'string' ? value : '';
};
const sizeOf = (value: JsonValue | undefined): number => (isObject(value) ? Object.keys(value).length : 0);

const ready: Cell = (object) => `${count(object, 'status', 'readyReplicas')}/${count(object, 'spec', 'replicas')}`;

const containers = (wide: boolean): readonly Column[] => [
  column('Containers', (object) => containerTexts(object, 'name'), 'string', 1),
  column('Images', (object) => containerTexts(object, 'image'), 'string', 1),
  ...(wide ? [column('Selector', selectorText, 'string', 1)] : []),
];

/** Columns before and after Age, by resource. */
const COLUMNS = new Map<string, readonly [readonly Column[], readonly Column[]]>(
  Object.entries({
    '/namespaces': [[column('Status', (object) => text(object, 'status', 'phase'))], []],
    '/configmaps': [[column('Data', (object) => sizeOf(object['data']) + sizeOf(object['binaryData']))], []],
    '/secrets': [
      [
        column('Type', (object) => (typeof object['type'] === 'string' ? object['type'] : '')),
        column('Data', (object) => sizeOf(object['data'])),
      ],
      [],
    ],
    '/serviceaccounts': [[], []],
    '/pods': [
      [column('Ready', podReady), column('Status', podStatus), column('Restarts', podRestarts)],
      [
        column('IP', (object) => text(object, 'status', 'podIP') || '<none>', 'string', 1),
        column('Node', (object) => text(object, 'spec', 'nodeName') || '<none>', 'string', 1),
        column('Nominated Node', (object) => text(object, 'status', 'nominatedNodeName') || '<none>', 'string', 1),
        column('Readiness Gates', () => '<none>', 'string', 1),
      ],
    ],
    '/services': [
      [
        column('Type', (object) => text(object, 'spec', 'type')),
        column('Cluster-IP', (object) => text(object, 'spec', 'clusterIP') || '<none>'),
        column('External-IP', (object) => text(object, 'spec', 'externalName') || '<none>'),
        column('Port(s)', servicePorts),
      ],
      [column('Selector', (object) => labelText(getPath(object, ['spec', 'selector'])), 'string', 1)],
    ],
    'apps/deployments': [
      [
        column('Ready', ready),
        column('Up-to-date', (object) => count(object, 'status', 'updatedReplicas')),
        column('Available', (object) => count(object, 'status', 'availableReplicas')),
      ],
      containers(true),
    ],
    'apps/replicasets': [
      [
        column('Desired', (object) => count(object, 'spec', 'replicas'), 'integer'),
        column('Current', (object) => count(object, 'status', 'replicas'), 'integer'),
        column('Ready', (object) => count(object, 'status', 'readyReplicas'), 'integer'),
      ],
      containers(true),
    ],
    'apps/statefulsets': [[column('Ready', ready)], containers(false)],
    'apps/daemonsets': [
      [
        column('Desired', (object) => count(object, 'status', 'desiredNumberScheduled'), 'integer'),
        column('Current', (object) => count(object, 'status', 'currentNumberScheduled'), 'integer'),
        column('Ready', (object) => count(object, 'status', 'numberReady'), 'integer'),
        column('Up-to-date', (object) => count(object, 'status', 'updatedNumberScheduled'), 'integer'),
        column('Available', (object) => count(object, 'status', 'numberAvailable'), 'integer'),
        column('Node Selector', (object) => labelText(getPath(object, ['spec', 'template', 'spec', 'nodeSelector']))),
      ],
      containers(true),
    ],
    'batch/jobs': [
      [
        column('Status', jobStatus),
        column(
          'Completions',
          (object) => `${count(object, 'status', 'succeeded')}/${count(object, 'spec', 'completions')}`,
        ),
        column('Duration', () => ''),
      ],
      containers(true),
    ],
    'networking.k8s.io/ingresses': [
      [
        column('Class', (object) => text(object, 'spec', 'ingressClassName') || '<none>'),
        column('Hosts', ingressHosts),
        column('Address', () => ''),
        column('Ports', (object) => (getPath(object, ['spec', 'tls']) === undefined ? '80' : '80, 443')),
      ],
      [],
    ],
    'coordination.k8s.io/leases': [[column('Holder', (object) => text(object, 'spec', 'holderIdentity'))], []],
    'admissionregistration.k8s.io/validatingwebhookconfigurations': [[column('Webhooks', webhookCount, 'integer')], []],
    'admissionregistration.k8s.io/mutatingwebhookconfigurations': [[column('Webhooks', webhookCount, 'integer')], []],
    'rbac.authorization.k8s.io/rolebindings': [[column('Role', roleRef)], []],
    'rbac.authorization.k8s.io/clusterrolebindings': [[column('Role', roleRef)], []],
  } satisfies Record<string, [readonly Column[], readonly Column[]]>),
);

/** The columns of a built-in resource; undefined when it has no own printer. */
export function builtinColumns({ group, plural }: ResourceType): ColumnSet | undefined {
  const columns = COLUMNS.get(`${group}/${plural}`);
  return columns === undefined ? undefined : { beforeAge: columns[0], afterAge: columns[1] };
}

function containerTexts(object: ApiObject, field: string): string {
  const list = getPath(object, ['spec', 'template', 'spec', 'containers']);
  return (Array.isArray(list) ? list.filter(isObject) : [])
    .map((container) => String(container[field] ?? ''))
    .join(',');
}

function labelText(labels: JsonValue | undefined): string {
  if (!isObject(labels) || Object.keys(labels).length === 0) return '<none>';
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .sort()
    .join(',');
}

function selectorText(object: ApiObject): string {
  return labelText(getPath(object, ['spec', 'selector', 'matchLabels']));
}

function ingressHosts(object: ApiObject): string {
  const rules = getPath(object, ['spec', 'rules']);
  const hosts = (Array.isArray(rules) ? rules.filter(isObject) : []).map((rule) => String(rule['host'] ?? '*'));
  return hosts.length === 0 ? '*' : hosts.join(',');
}

function webhookCount(object: ApiObject): number {
  return Array.isArray(object['webhooks']) ? object['webhooks'].length : 0;
}

function containerStatuses(object: ApiObject): JsonObject[] {
  const statuses = section(object, 'status')['containerStatuses'];
  return Array.isArray(statuses) ? statuses.filter(isObject) : [];
}

function podReady(object: ApiObject): string {
  const containers = section(object, 'spec')['containers'];
  const isReady = containerStatuses(object).filter((status) => status['ready'] === true).length;
  return `${isReady}/${Array.isArray(containers) ? containers.length : 0}`;
}

function podStatus(object: ApiObject): string {
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating';
  return text(object, 'status', 'reason') || text(object, 'status', 'phase');
}

function podRestarts(object: ApiObject): string {
  return String(containerStatuses(object).reduce((sum, status) => sum + Number(status['restartCount'] ?? 0), 0));
}

function servicePorts(object: ApiObject): string {
  const ports = section(object, 'spec')['ports'];
  if (!Array.isArray(ports) || ports.length === 0) return '<none>';
  return ports
    .filter(isObject)
    .map(
      ({ port, nodePort, protocol }) =>
        `${String(port)}${nodePort === undefined ? '' : `:${String(nodePort)}`}/${String(protocol)}`,
    )
    .join(',');
}

function jobStatus(object: ApiObject): string {
  const conditions = section(object, 'status')['conditions'];
  const done = (Array.isArray(conditions) ? conditions.filter(isObject) : []).find(
    ({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'),
  );
  return done === undefined ? 'Running' : String(done['type']);
}

function roleRef(object: ApiObject): string {
  const { kind, name } = section(object, 'roleRef');
  return `${String(kind)}/${String(name)}`;
}
