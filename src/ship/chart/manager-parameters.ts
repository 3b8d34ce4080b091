/** What users of a chart can choose about the manager's Deployment. */
import { electsLeader } from '../operator.js';
import type { Choice, Entry, Tree } from './merged.js';
import {
  addLines,
  addMap,
  all,
  block,
  editAt,
  inline,
  optional,
  setEntry,
  settled,
  type Step,
  underCondition,
  withoutBrackets,
  withoutEntry,
} from './tree-edit.js';

const manager: Step = { key: 'name', value: 'manager' };
const podSpec: readonly Step[] = ['spec', 'template', 'spec'];

/** The Deployment with everything that the values decide. */
export function managerParameters(tree: Tree, chart: string): Tree {
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

/** The name of the account that the values name. */
export function serviceAccount(chart: string): Tree {
  return inline(`{{ include "${chart}.serviceAccountName" . | quote }}`);
}

/** A number of values.yaml, which Helm writes as 1e+06 when it is large. */
function number(value: string): string {
  return `{{ toJson ${value} }}`;
}
