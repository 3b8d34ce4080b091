/** What of an object a user of the chart can choose. */
import type { Condition } from './condition.js';
import type { Entry, Tree } from './merged.js';
import { managerParameters, serviceAccount } from './manager-parameters.js';
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
  scalarAt,
  setEntry,
  settled,
  type Step,
  underCondition,
  withoutEntry,
} from './tree-edit.js';

/** Stand for the name of the release and its namespace while kustomize renders. */
export const nameToken = 'kbts-chart-fullname';
export const namespaceToken = 'kbts-chart-namespace';

/** In quotes, because 123 and true are names as well. */
const releaseNamespace = '{{ .Release.Namespace | quote }}';

/** Certificates' Secrets, which config/ names without a prefix. */
const secrets = new Set(['webhook-server-cert', 'metrics-server-cert']);

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

function childOf(tree: Tree, key: string): Tree {
  const found = tree.kind === 'map' ? tree.entries.find((entry) => entry.key === key)?.choices[0]?.tree : undefined;
  return found ?? { kind: 'value', value: null };
}
