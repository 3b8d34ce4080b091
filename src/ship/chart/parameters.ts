/** What of an object a user of the chart can choose. */
import type { Condition } from './condition.js';
import type { Choice, Entry, Tree } from './merged.js';
import { electsLeader } from '../operator.js';
import { templateText } from './template-text.js';
import {
  addLines,
  addMap,
  all,
  block,
  editAt,
  everyMap,
  everyString,
  inline,
  optional,
  scalarAt,
  setEntry,
  settled,
  type Step,
  underCondition,
  withoutBrackets,
  withoutEntry,
} from './tree-edit.js';

/** Stand for the name of the release and its namespace while kustomize renders. */
export const nameToken = 'kbts-chart-fullname';
export const namespaceToken = 'kbts-chart-namespace';

/** In quotes, because 123 and true are names as well. */
const releaseNamespace = '{{ .Release.Namespace | quote }}';

/** Certificates' Secrets, which config/ names without a prefix. */
const secrets = new Set(['webhook-server-cert', 'metrics-server-cert']);
const manager: Step = { key: 'name', value: 'manager' };
const podSpec: readonly Step[] = ['spec', 'template', 'spec'];

/** What templates of a chart share. */
export interface ChartFacts {
  /** The name of the chart, and of its helpers. */
  readonly chart: string;
  /** The name of the manager's Deployment. */
  readonly manager: string;
  /** The name of the manager's account. */
  readonly account: string;
}

/** An object with everything that the values decide. */
export function withParameters(tree: Tree, kind: string, facts: ChartFacts): Tree {
  const { chart } = facts;
  const name = scalarAt(childOf(tree, 'metadata'), 'name');
  const byKind: Readonly<Record<string, (tree: Tree) => Tree>> = {
    Deployment: (object) => (name === facts.manager ? managerParameters(object, chart) : object),
    ServiceAccount: (object) => (name === facts.account ? accountParameters(object, chart) : object),
    RoleBinding: (object) => boundToAccount(object, facts),
    ClusterRoleBinding: (object) => boundToAccount(object, facts),
    CustomResourceDefinition: keptOnUninstall,
  };
  const isCrd = kind === 'CustomResourceDefinition';
  const selected = isCrd ? tree : everyMap(tree, withInstance);
  const named = everyString(selected, (value) =>
    value === namespaceToken ? inline(releaseNamespace) : isCrd ? undefined : scopedName(value, chart),
  );
  return withLabels((byKind[kind] ?? ((one) => one))(named), chart);
}

function accountParameters(tree: Tree, chart: string): Tree {
  const change = all(
    setEntry('name', serviceAccount(chart)),
    addMap('annotations', '.Values.serviceAccount.annotations'),
  );
  return editAt(tree, ['metadata'], change);
}

function serviceAccount(chart: string): Tree {
  return inline(`{{ include "${chart}.serviceAccountName" . | quote }}`);
}

/** A number of values.yaml, which Helm writes as 1e+06 when it is large. */
function number(value: string): string {
  return `{{ toJson ${value} }}`;
}

/** Secrets of two releases in one namespace must not be the same. */
function scopedName(value: string, chart: string): Tree | undefined {
  return secrets.has(value) ? inline(`{{ include "${chart}.scopedName" (list . "${value}") }}`) : undefined;
}

/** Selectors and pods carry the release, so that two releases do not take each other's pods. */
function withInstance(tree: Tree): Tree {
  const isSelector = scalarAt(tree, 'control-plane') !== undefined;
  return isSelector ? setEntry('app.kubernetes.io/instance', inline('{{ .Release.Name | quote }}'))(tree) : tree;
}

/** Labels as Helm's guide wants them. */
function withLabels(tree: Tree, chart: string): Tree {
  const lines = `{{- include "${chart}.labels" . | nindent @indent }}`;
  return editAt(tree, ['metadata'], (metadata) => {
    const had = metadata.kind === 'map' && metadata.entries.some(({ key }) => key === 'labels');
    if (!had) return setEntry('labels', block(lines))(metadata);
    const own = all(withoutEntry('app.kubernetes.io/managed-by'), withoutEntry('app.kubernetes.io/instance'));
    return editAt(settled(metadata, 'labels'), ['labels'], all(own, addLines(lines)));
  });
}

/** The annotations that are there, each when it is, and the one that Helm obeys. */
function keptOnUninstall(tree: Tree): Tree {
  const isKept: Condition = [[{ feature: 'keepsCrds', isOn: true }]];
  const policy: Entry = {
    key: 'helm.sh/resource-policy',
    choices: [{ when: isKept, tree: { kind: 'value', value: 'keep' } }],
  };
  return editAt(tree, ['metadata'], (metadata) => {
    if (metadata.kind !== 'map') return metadata;
    const choices = metadata.entries.find(({ key }) => key === 'annotations')?.choices ?? [];
    const entries = choices.flatMap(({ when, tree: had }) =>
      had.kind === 'map' ? had.entries.map((entry) => underCondition(entry, when)) : [],
    );
    const when = [...choices.flatMap((choice) => choice.when), ...isKept];
    const annotations: Entry = {
      key: 'annotations',
      choices: [{ when, tree: { kind: 'map', entries: [...entries, policy] } }],
    };
    return { ...metadata, entries: [...metadata.entries.filter(({ key }) => key !== 'annotations'), annotations] };
  });
}

function boundToAccount(tree: Tree, { chart, account }: ChartFacts): Tree {
  const subject: Step = { key: 'name', value: account };
  return editAt(tree, ['subjects', subject], setEntry('name', serviceAccount(chart)));
}

/** The object once for each namespace that the manager watches; it is its own when the values name none. */
export function byNamespace(tree: Tree): string {
  const placed = editAt(tree, ['metadata'], setEntry('namespace', inline('{{ $namespace | quote }}')));
  const namespaces = 'default (list .Release.Namespace) .Values.manager.watchNamespaces';
  return `{{- range $namespace := ${namespaces} }}\n{{- with $ }}\n---\n${templateText(placed)}{{- end }}\n{{- end }}\n`;
}

function managerParameters(tree: Tree, chart: string): Tree {
  return all(
    (object) => editAt(object, ['metadata'], addMap('annotations', '.Values.manager.annotations')),
    (object) => editAt(object, ['metadata'], withLabelsOf('.Values.manager.labels')),
    (object) => editAt(object, ['spec'], setEntry('replicas', inline(number('.Values.manager.replicas')))),
    (object) =>
      editAt(object, ['spec', 'template', 'metadata'], addMap('annotations', '.Values.manager.pod.annotations')),
    (object) => editAt(object, ['spec', 'template', 'metadata'], withLabelsOf('.Values.manager.pod.labels')),
    (object) => editAt(object, podSpec, podParameters(chart)),
    (object) => editAt(object, [...podSpec, 'containers', manager], containerParameters(chart)),
  )(tree);
}

/** Labels of a value below those that are there; further ones may follow. */
function withLabelsOf(value: string): (tree: Tree) => Tree {
  return (metadata) => {
    const has = metadata.kind === 'map' && metadata.entries.some(({ key }) => key === 'labels');
    const made = has ? settled(metadata, 'labels') : setEntry('labels', { kind: 'map', entries: [] })(metadata);
    return editAt(made, ['labels'], addLines(spread(value)));
  };
}

function childOf(tree: Tree, key: string): Tree {
  const found = tree.kind === 'map' ? tree.entries.find((entry) => entry.key === key)?.choices[0]?.tree : undefined;
  return found ?? { kind: 'value', value: null };
}

function spread(value: string): string {
  return `{{- with ${value} }}\n{{- toYaml . | nindent @indent }}\n{{- end }}`;
}

const chosenByPod = [
  'nodeSelector',
  'tolerations',
  'affinity',
  'topologySpreadConstraints',
  'imagePullSecrets',
] as const;

function podParameters(chart: string): (tree: Tree) => Tree {
  const pod = (key: string): string => `.Values.manager.${key}`;
  return all(
    setEntry('serviceAccountName', serviceAccount(chart)),
    setEntry('securityContext', block(`{{- toYaml ${pod('podSecurityContext')} | nindent @indent }}`)),
    setEntry('terminationGracePeriodSeconds', inline(number(pod('terminationGracePeriodSeconds')))),
    ...chosenByPod.flatMap((key) => [withoutEntry(key), addLines(optional(key, pod(key)))]),
    withoutEntry('priorityClassName'),
    addLines(`{{- with ${pod('priorityClassName')} }}\npriorityClassName: {{ . | quote }}\n{{- end }}`),
    withMore('volumes', pod('extraVolumes')),
  );
}

function containerParameters(chart: string): (tree: Tree) => Tree {
  const own = (key: string): string => `.Values.manager.${key}`;
  const level = `{{- with ${own('logLevel')} }}\n- --zap-log-level={{ . }}\n{{- end }}`;
  return all(
    setEntry('image', inline(`{{ include "${chart}.image" . | quote }}`)),
    withoutEntry('imagePullPolicy'),
    addLines(`{{- with ${own('image.pullPolicy')} }}\nimagePullPolicy: {{ . }}\n{{- end }}`),
    withArguments(all(withLeaderElection, addLines(level), addLines(spread(own('args'))))),
    (container) => editAt(container, ['env', { key: 'name', value: 'WATCH_NAMESPACE' }], watchedNamespaces),
    withMore('env', own('env')),
    withMore('volumeMounts', own('extraVolumeMounts')),
    setEntry('resources', block(`{{- toYaml ${own('resources')} | nindent @indent }}`)),
    setEntry('securityContext', block(`{{- toYaml ${own('securityContext')} | nindent @indent }}`)),
  );
}

/** The namespaces of the values, or what config/ says. */
function watchedNamespaces(tree: Tree): Tree {
  if (tree.kind !== 'map') return tree;
  const entries = tree.entries.map((entry) =>
    entry.key === 'name' ? entry : underCondition(entry, [[{ feature: 'namesNamespaces', isOn: false }]]),
  );
  const list = inline('{{ join "," .Values.manager.watchNamespaces | quote }}');
  const named: Entry = {
    key: 'value',
    choices: [{ when: [[{ feature: 'namesNamespaces', isOn: true }]], tree: list }],
  };
  const old = entries.find(({ key }) => key === 'value');
  if (old === undefined) return { ...tree, entries: [...entries, named] };
  const both = { key: 'value', choices: [...old.choices, ...named.choices] };
  return { ...tree, entries: entries.map((entry) => (entry === old ? both : entry)) };
}

/** A container without arguments gets the list that the values add to: they must not be lost. */
function withArguments(change: (list: Tree) => Tree): (tree: Tree) => Tree {
  return (tree) => {
    if (tree.kind !== 'map') return tree;
    const has = tree.entries.some(({ key }) => key === 'args');
    const made = has ? settled(tree, 'args') : setEntry('args', { kind: 'list', items: [] })(tree);
    return editAt(made, ['args'], (list) => change(withoutBrackets(list)));
  };
}

function withLeaderElection(tree: Tree): Tree {
  if (tree.kind !== 'list') return tree;
  const lines = (flag: string): string => `{{- if .Values.manager.leaderElection.enabled }}\n- ${flag}\n{{- end }}`;
  const says = ({ tree: item }: Choice): boolean | undefined =>
    item.kind === 'value' ? electsLeader(item.value) : undefined;
  if (tree.items.every((item) => says(item) === undefined)) return addLines(lines('--leader-elect'))(tree);
  const items = tree.items.map((item) => {
    if (says(item) === undefined || item.tree.kind !== 'value') return item;
    return { ...item, tree: block(lines(says(item) === true ? String(item.tree.value) : '--leader-elect')) };
  });
  return { ...tree, items };
}

/** A list with further items from a value; a list that is empty or missing becomes that of the value. */
function withMore(key: string, value: string): (tree: Tree) => Tree {
  return (given) => {
    const tree = settled(given, key);
    if (tree.kind !== 'map') return tree;
    const entry = tree.entries.find((one) => one.key === key);
    if (entry === undefined) return addLines(optional(key, value))(tree);
    const choices = entry.choices.map((choice) => ({
      ...choice,
      tree:
        choice.tree.kind === 'list'
          ? addLines(spread(value))(choice.tree)
          : block(`{{- toYaml ${value} | nindent @indent }}`),
    }));
    return { ...tree, entries: tree.entries.map((one) => (one.key === key ? { ...one, choices } : one)) };
  };
}
