/** Projects whose charts are installed: the examples, and two that have every feature between them. */
import { eventually } from '../../../../src/testing/index.js';
import { runOk } from '../../../cli/fakes/run-cli.js';
import { app } from '../../../examples/app.story.js';
import { appservice } from '../../../examples/appservice.story.js';
import { cronjob } from '../../../examples/cronjob.story.js';
import { database } from '../../../examples/database.story.js';
import { imoocpod } from '../../../examples/imoocpod.story.js';
import { memcached } from '../../../examples/memcached.story.js';
import { pipeline } from '../../../examples/pipeline.story.js';
import { copyExample } from '../../../examples/stage.js';
import { kubectl, patient, type Chapter, type Story } from '../../../examples/story.js';

/** A project, and what its operator must do with the samples. */
export interface ChartProject {
  readonly name: string;
  make(root: string): Promise<void>;
  readonly chapters: readonly Chapter[];
  /** Its custom resources cannot go away without the operator, which has to end its work first. */
  readonly hasFinalizer?: boolean;
  /** Values from the beginning to the first uninstall. */
  readonly values?: readonly string[];
  /** Values of the upgrade, besides image and replicas. */
  readonly upgrade?: readonly string[];
}

const quick = ['--license', 'none', '--skip-install', '--kbts', '*'];
const inDomain = ['--domain', 'example.com'];

/** Several groups, a cluster-scoped kind, webhooks of all kinds, conversion, a built-in kind. */
async function makeFleet(root: string): Promise<void> {
  const captain = ['--group', 'crew', '--version', 'v1', '--kind', 'Captain'];
  const size = ['--image', 'memcached:1.6', '--image-container-port', '11211', '--run-as-user', '1001'];
  const kraken = ['--group', 'sea-creatures', '--version', 'v1beta1', '--kind', 'Kraken'];
  const builtIn = ['--group', 'core', '--version', 'v1', '--kind', 'LimitRange', '--core'];
  await runOk(root, 'init', ...inDomain, '--project-name', 'fleet', '--multigroup', ...quick);
  await runOk(root, 'create', 'api', ...captain, ...size);
  await runOk(root, 'create', 'api', '--group', 'crew', '--version', 'v2', '--kind', 'Captain', '--controller=false');
  await runOk(root, 'create', 'webhook', ...captain, '--defaulting', '--programmatic-validation');
  await runOk(root, 'create', 'webhook', ...captain, '--conversion', '--spoke', 'v2');
  await runOk(root, 'create', 'api', ...kraken, '--namespaced=false');
  await runOk(root, 'create', 'webhook', ...kraken, '--programmatic-validation');
  await runOk(root, 'create', 'webhook', ...builtIn, '--defaulting');
  await runOk(root, 'edit', '--enable', 'network-policy,pdb,ha');
  await runOk(root, 'manifests');
}

/** In its own namespace, or in those that it is told of; with a cluster-scoped kind and a webhook all the same. */
async function makeTenant(root: string): Promise<void> {
  const batch = ['--group', 'jobs', '--version', 'v1alpha1', '--kind', 'Batch'];
  const pool = ['--group', 'jobs', '--version', 'v1alpha1', '--kind', 'Pool'];
  await runOk(root, 'init', ...inDomain, '--project-name', 'tenant', '--namespaced', ...quick);
  await runOk(root, 'create', 'api', ...batch);
  await runOk(root, 'create', 'api', ...pool, '--namespaced=false');
  await runOk(root, 'create', 'webhook', ...batch, '--programmatic-validation');
  await runOk(root, 'manifests');
}

/** Applies the samples and waits until each has its condition; then changes one of them. */
function samplesIn(namespace: string, waits: readonly (readonly string[])[], change: readonly string[]): Chapter[] {
  return [
    {
      title: 'the samples are reconciled',
      async play({ example }) {
        // The operator announces its certificate a moment after it is ready.
        await eventually(() => kubectl(example, 'apply', '-n', namespace, '-k', 'config/samples'), patient);
        for (const wait of waits) await kubectl(example, 'wait', '-n', namespace, ...wait, '--timeout=30s');
      },
    },
    {
      title: 'a change is reconciled',
      async play({ example }) {
        const [name = '', spec = '', ...wait] = change;
        await eventually(() => kubectl(example, 'patch', '-n', namespace, name, '--type=merge', '-p', spec), patient);
        await kubectl(example, 'wait', '-n', namespace, ...wait, '--timeout=30s');
      },
    },
  ];
}

function example({ example: name, chapters }: Story): ChartProject {
  return { name, make: (root) => copyExample(name, root), chapters };
}

const tenantReady = [
  ['batch.jobs.example.com/batch-sample', '--for=condition=Ready'],
  ['pool/pool-sample', '--for=condition=Ready'],
];
const tenantChange = [
  'batch.jobs.example.com/batch-sample',
  '{"spec":{"foo":"changed"}}',
  'batch.jobs.example.com/batch-sample',
  '--for=jsonpath={.status.conditions[0].observedGeneration}=2',
];

/** All of them. */
export const chartProjects: readonly ChartProject[] = [
  { ...example(imoocpod), values: ['--set', 'serviceAccount.name=pilot'] },
  ...[memcached, appservice, app, cronjob].map(example),
  ...[database, pipeline].map((story) => ({ ...example(story), hasFinalizer: true })),
  {
    name: 'fleet',
    make: makeFleet,
    chapters: samplesIn(
      'default',
      [
        ['captains.v1.crew.example.com/captain-sample', '--for=condition=Available'],
        ['kraken/kraken-sample', '--for=condition=Ready'],
      ],
      [
        'captains.v1.crew.example.com/captain-sample',
        '{"spec":{"size":2}}',
        'deployment/captain-sample',
        '--for=jsonpath={.status.availableReplicas}=2',
      ],
    ),
    upgrade: ['--set', 'prometheus.enabled=true'],
  },
  {
    name: 'tenant',
    make: makeTenant,
    chapters: [
      ...samplesIn('tenant-system', tenantReady, tenantChange).slice(0, 1),
      ...samplesIn('blue', tenantReady, tenantChange).slice(0, 1),
      ...samplesIn('tenant-system', tenantReady, tenantChange).slice(1),
    ],
    upgrade: ['--set', 'manager.watchNamespaces={blue,green}'],
  },
];
