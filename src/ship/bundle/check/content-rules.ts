/** What the objects of a bundle must say together. */
import { type JsonMap, valueAt } from '../../json.js';
import { mapsAt, stringAt } from '../../operator.js';
import type { BundleFinding, PlacedObject } from './bundle-text.js';
import { type Reporter, reporterFor } from './csv-rules.js';

/** Checks CRDs against the CSV, and objects that clusters do not get over well. */
export function contentRules(csv: PlacedObject, objects: readonly PlacedObject[]): BundleFinding[] {
  const findings: BundleFinding[] = [];
  checkOwned(csv, objects, findings);
  const accounts = new Set(
    mapsAt(csv.object, 'spec', 'install', 'spec', 'deployments').map(
      (one) => stringAt(one, 'spec', 'template', 'spec', 'serviceAccountName') ?? '',
    ),
  );
  for (const placed of objects) {
    const report = reporterFor(placed, 'required', findings);
    const { kind, metadata } = placed.object;
    if (kind === 'ServiceAccount' && accounts.has(metadata.name))
      report(
        'error',
        ['metadata', 'name'],
        `OLM makes the ServiceAccount ${metadata.name} itself, for the Deployments of the CSV`,
        'delete the file',
      );
    checkByKind[kind]?.(placed.object, report);
  }
  return findings;
}

function checkOwned(csv: PlacedObject, objects: readonly PlacedObject[], findings: BundleFinding[]): void {
  const crds = objects.filter(({ object }) => object.kind === 'CustomResourceDefinition');
  const keys = crds.flatMap((placed) => keysOf(placed.object).map((key) => ({ key, placed })));
  const seen = new Set<string>();
  for (const { key, placed } of keys) {
    if (seen.has(key))
      reporterFor(placed, 'required', findings)(
        'error',
        ['metadata', 'name'],
        `the CRD of ${key} is there twice`,
        'delete one',
      );
    seen.add(key);
  }
  const owned = mapsAt(csv.object, 'spec', 'customresourcedefinitions', 'owned');
  const report = reporterFor(csv, 'required', findings);
  const listed = new Set<string>();
  owned.forEach((one, index) => {
    const path = ['spec', 'customresourcedefinitions', 'owned', index];
    const name = String(one['name']);
    const key = `${name.split('.').slice(1).join('.')}/${String(one['version'])} ${String(one['kind'])}`;
    if (!name.includes('.'))
      report(
        'error',
        path,
        `"${name}" is not the name of a CRD`,
        'write plural and group, as in guestbooks.webapp.my.domain',
      );
    else if (listed.has(key)) report('error', path, `the CSV owns ${key} twice`, 'remove one');
    else if (!seen.has(key))
      report('error', path, `the CSV owns ${key}, but the bundle has no CRD of it`, 'make the bundle again');
    listed.add(key);
  });
  const ownedKinds = new Set(
    owned.map((one) => `${String(one['name']).split('.').slice(1).join('.')} ${String(one['kind'])}`),
  );
  for (const placed of crds) {
    const { object } = placed;
    const kind = `${stringAt(object, 'spec', 'group') ?? ''} ${stringAt(object, 'spec', 'names', 'kind') ?? ''}`;
    if (!ownedKinds.has(kind))
      reporterFor(placed, 'required', findings)(
        'error',
        ['metadata', 'name'],
        `the CSV does not own ${object.metadata.name}`,
        'make the bundle again',
      );
  }
}

function keysOf(crd: JsonMap): string[] {
  const [group, kind] = [stringAt(crd, 'spec', 'group') ?? '', stringAt(crd, 'spec', 'names', 'kind') ?? ''];
  return mapsAt(crd, 'spec', 'versions').map(({ name }) => `${group}/${String(name)} ${kind}`);
}

const openShiftDefaults = new Set([
  'privileged',
  'restricted',
  'anyuid',
  'hostaccess',
  'hostmount-anyuid',
  'hostnetwork',
  'node-exporter',
  'nonroot',
]);

const checkByKind: Readonly<Record<string, (object: JsonMap, report: Reporter) => void>> = {
  PodDisruptionBudget(object, report) {
    const [most, least] = [valueAt(object, 'spec', 'maxUnavailable'), valueAt(object, 'spec', 'minAvailable')];
    if (most === 0 || most === '0%')
      report('error', ['spec', 'maxUnavailable'], 'with maxUnavailable 0 no node can be drained', 'allow at least 1');
    if (least === '100%')
      report(
        'error',
        ['spec', 'minAvailable'],
        'with minAvailable 100% no node can be drained',
        'use a number or a smaller share',
      );
  },
  PriorityClass(object, report) {
    if (object['globalDefault'] === true)
      report(
        'error',
        ['globalDefault'],
        'globalDefault would change the priority of all pods of the cluster',
        'set it to false',
      );
  },
  Role: checkRules,
  ClusterRole: checkRules,
};

function checkRules(role: JsonMap, report: Reporter): void {
  mapsAt(role, 'rules').forEach((rule, index) => {
    const has = (field: string, ...values: string[]): boolean => {
      const list = rule[field];
      return Array.isArray(list) && list.some((one) => values.includes(String(one)));
    };
    const path = ['rules', index];
    if (
      has('apiGroups', 'policy') &&
      has('resources', 'poddisruptionbudgets') &&
      has('verbs', '*', 'create', 'update', 'patch')
    )
      report(
        'warning',
        path,
        'the role may change PodDisruptionBudgets, which can keep nodes from being drained',
        'leave it out if the operator does not need it',
      );
    const isScc = has('apiGroups', 'security.openshift.io') && has('resources', 'securitycontextconstraints');
    if (isScc && has('verbs', '*', 'delete', 'update', 'patch') && has('resourceNames', ...openShiftDefaults))
      report(
        'error',
        path,
        'the role may change security context constraints that OpenShift brings',
        'make one of your own',
      );
  });
}
