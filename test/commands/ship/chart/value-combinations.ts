/** Combinations of values, as arguments of Helm, that every chart must take. */
import { type Feature, featureNames, features, withNeeds } from '../../../../src/ship/chart/features.js';

const json = (path: string, value: unknown): string[] => ['--set-json', `${path}=${JSON.stringify(value)}`];
const set = (...values: string[]): string[] => ['--set', values.join()];
const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

const ofTheManager: readonly (readonly string[])[] = [
  [],
  set('manager.replicas=3'),
  set('manager.replicas=0'),
  set(`manager.image.digest=${digest}`),
  set('manager.image.repository=localhost:5000/a/b,manager.image.tag=v2'),
  set('manager.image.pullPolicy=Always,manager.logLevel=debug'),
  set('fullnameOverride=team-x'),
  set('nameOverride=other'),
  set('manager.nodeSelector.disk=ssd,manager.priorityClassName=high'),
  json('manager.tolerations', [{ key: 'a', operator: 'Exists' }]),
  json('manager.affinity', { nodeAffinity: {} }),
  json('manager.topologySpreadConstraints', [
    { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: {} },
  ]),
  [...json('manager.env', [{ name: 'A', value: '1' }]), ...set('manager.args={--zap-devel}')],
  json('manager.extraVolumes', [{ name: 'v', emptyDir: {} }]),
  [
    ...json('manager.extraVolumeMounts', [{ name: 'v', mountPath: '/v' }]),
    ...json('manager.extraVolumes', [{ name: 'v', emptyDir: {} }]),
  ],
  set('serviceAccount.create=false,serviceAccount.name=team-someone'),
  set('serviceAccount.name=team-other,serviceAccount.annotations.a=b'),
  set('commonLabels.team=blue'),
  set('rbac.helpers.enabled=false'),
  set('manager.replicas=1,manager.leaderElection.enabled=false'),
  set('manager.pod.labels.a=b,manager.pod.annotations.c=d,manager.labels.e=f,manager.annotations.g=h'),
  json('manager.imagePullSecrets', [{ name: 'registry' }]),
  // A map of the values is merged into the default; only null takes the default away.
  set('manager.resources=null,manager.securityContext=null,manager.podSecurityContext=null'),
  set('manager.resources.limits.memory=1Gi,manager.resources.limits.cpu=2'),
  set('manager.terminationGracePeriodSeconds=90'),
];

const ofCrds: readonly (readonly string[])[] = [set('crd.enabled=false'), set('crd.keep=false')];

/** Thirty at least: those of every chart, those of its features, and those of its namespaces. */
export function combinationsFor(available: readonly Feature[], isNamespaced: boolean): (readonly string[])[] {
  const switched = (on: readonly Feature[]): string[] =>
    set(
      ...featureNames
        .filter((one) => available.includes(one))
        .map((one) => `${features[one].value}=${on.includes(one)}`),
    );
  return [
    ...ofTheManager,
    ...ofCrds,
    switched([]),
    switched(withNeeds(available)),
    ...available.map((feature) => switched(withNeeds([feature]))),
    ...(isNamespaced ? [set('manager.watchNamespaces={default,blue}')] : []),
  ];
}
