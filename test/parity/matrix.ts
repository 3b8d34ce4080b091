/** The projects that kubebuilder keeps as its own test data, as commands of kbts. */

/** A project: the flags of `init`, then one command after another. */
export interface ProjectCase {
  readonly name: string;
  readonly init: readonly string[];
  readonly steps: readonly string[];
}

const api = (group: string, version: string, kind: string, rest = ''): string =>
  `create api --group ${group} --version ${version} --kind ${kind} ${rest}`.trim();
const hook = (group: string, version: string, kind: string, rest: string): string =>
  `create webhook --group ${group} --version ${version} --kind ${kind} ${rest}`;

/** `TESTDATA` stands for the folder with CRDs of other projects. */
export const projectCases = {
  oneGroup: {
    name: 'one-group',
    init: ['--domain', 'testproject.org', '--owner', 'The kbts authors'],
    steps: [
      api('crew', 'v1', 'Captain'),
      hook('crew', 'v1', 'Captain', '--defaulting --programmatic-validation'),
      api('crew', 'v1', 'FirstMate'),
      api('crew', 'v2', 'FirstMate', '--controller=false'),
      hook('crew', 'v1', 'FirstMate', '--conversion --spoke v2'),
      api('crew', 'v1', 'Sailor'),
      hook('crew', 'v1', 'Sailor', '--defaulting --defaulting-path /custom-mutate-sailor'),
      hook('crew', 'v1', 'Sailor', '--programmatic-validation --validation-path /custom-validate-sailor'),
      api('crew', 'v1', 'Admiral', '--plural admirales --namespaced=false'),
      hook('crew', 'v1', 'Admiral', '--defaulting'),
      'create api --external-crd TESTDATA/certificates.yaml',
      'create webhook --external-crd TESTDATA/issuers.yaml --defaulting',
      hook('core', 'v1', 'Pod', '--core --defaulting'),
      hook('apps', 'v1', 'Deployment', '--core --defaulting --programmatic-validation'),
      api('apps', 'v1', 'Deployment', '--core'),
      api('crew', 'v1', 'Captain', '--resource=false --controller-name captain-backup'),
    ],
  },
  severalGroups: {
    name: 'several-groups',
    init: ['--domain', 'testproject.org', '--multigroup', '--license', 'none'],
    steps: [
      api('crew', 'v1', 'Captain'),
      hook('crew', 'v1', 'Captain', '--defaulting --programmatic-validation'),
      api('ship', 'v1beta1', 'Frigate'),
      api('ship', 'v1', 'Destroyer', '--namespaced=false'),
      hook('ship', 'v1', 'Destroyer', '--defaulting'),
      api('ship', 'v2alpha1', 'Cruiser', '--namespaced=false'),
      hook('ship', 'v2alpha1', 'Cruiser', '--programmatic-validation'),
      api('sea-creatures', 'v1beta1', 'Kraken'),
      api('sea-creatures', 'v1beta2', 'Leviathan'),
      api('foo.policy', 'v1', 'HealthCheckPolicy'),
      api('apps', 'v1', 'Deployment', '--core'),
      api('foo', 'v1', 'Bar'),
      api('fiz', 'v1', 'Bar'),
      hook('foo', 'v1', 'Bar', '--programmatic-validation'),
      hook('fiz', 'v1', 'Bar', '--programmatic-validation'),
      'create api --version v1 --kind Lakers --plural lakers',
      'create api --external-crd TESTDATA/certificates.yaml',
      hook('core', 'v1', 'Pod', '--core --programmatic-validation'),
    ],
  },
  namespaced: {
    name: 'namespaced',
    init: ['--domain', 'my.domain', '--namespaced', '--license', 'copyright', '--owner', 'Me'],
    steps: [
      api('webapp', 'v1', 'Guestbook'),
      hook('webapp', 'v1', 'Guestbook', '--programmatic-validation'),
      hook('webapp', 'v1', 'Guestbook', '--defaulting'),
      api('webapp', 'v1alpha1', 'Guestbook', '--controller=false'),
      api('webapp', 'v1beta1', 'Guestbook', '--controller=false'),
      hook('webapp', 'v1', 'Guestbook', '--conversion --spoke v1beta1'),
      hook('webapp', 'v1', 'Guestbook', '--spoke v1alpha1'),
      'edit --enable prometheus,network-policy,cert-manager,metrics-tls,pdb,ha',
    ],
  },
} satisfies Readonly<Record<string, ProjectCase>>;

/** Names that clash with those of the language, of the runtime or of Kubernetes, or are hard to write. */
export const awkwardKinds: readonly string[] = [
  'DNS',
  'Switch',
  'Class',
  'Cat',
  'AWSCluster',
  'Metadata',
  'Client',
  'Manager',
  'Request',
  'Result',
  'Promise',
  'Record',
  'Object',
  'Error',
  'Reconciler',
  'Default',
  'Test',
  'Plane',
  'VeryLongKindNameForAnOperatorOfACompany',
];

/** A project of kinds with webhooks. */
export function projectOf(kinds: readonly string[]): ProjectCase {
  return {
    name: 'awkward-kinds',
    init: ['--domain', 'my.domain', '--multigroup'],
    steps: kinds.flatMap((kind) => [
      api('odd', 'v1', kind),
      hook('odd', 'v1', kind, '--defaulting --programmatic-validation'),
    ]),
  };
}
