/**
 * How the command lines of the pages are run. Blocks of a page follow each other in one folder, unless `project` gives a
 * block a new one; lines that are alternatives each get their own.
 */
import { allPages } from '../markdown.js';
import { type ShellBlock, shellBlocksOf } from './blocks.js';

/** Where a block is run, and what its reader has done before. */
export interface Setup {
  /** A new folder: empty, with a project without kinds, or with the kind Guestbook. */
  readonly project?: 'none' | 'empty' | 'guestbook';
  /** Lines that the page does not show, because its reader is there already. */
  readonly before?: readonly string[];
  /** Lines that clean up what others would stumble over, after the last block of the heading. */
  readonly after?: readonly string[];
  /** Each line is an example of its own. */
  readonly isChoice?: true;
}

const webhooks =
  'kbts create webhook --group webapp --version v1 --kind Guestbook --defaulting --programmatic-validation';
const mate = (version: string): string => `kbts create api --group crew --version ${version} --kind FirstMate`;
const bundle = (version: string, more = ''): string =>
  `kbts bundle generate --version ${version} --image ghcr.io/acme/guestbook:v${version} --channels stable${more}`;
const widgets = 'mkdir crds && cp "$WIDGETS" crds/widgets.yaml';
const gone = ['kbts undeploy --delete-crds --yes'];
/** A second deployment of a project is refused while the first one has objects of the whole cluster. */
const goneFromBoth = ['kbts undeploy --namespace guestbook-dev --yes', ...gone];

/** By page, or by page and heading. */
export const setups: Readonly<Record<string, Setup>> = {
  'README.md#from-there': { project: 'guestbook', after: gone },
  'docs/book/api-types.md': {
    project: 'empty',
    before: [widgets, 'kubectl apply --server-side -f crds'],
    isChoice: true,
  },
  'docs/book/cronjob-tutorial.md#10-run-it': {
    project: 'none',
    before: ['cp -r "$REPOSITORY/examples/cronjob/." . && rm -rf node_modules && ln -s "$PACKAGES" node_modules'],
  },
  'docs/book/deploying.md': { project: 'guestbook' },
  'docs/book/deploying.md#out-again': { before: ['kubectl delete -k config/samples'] },
  'docs/book/from-kubebuilder.md': { project: 'none', before: ['cp -r "$SHOP" shop'] },
  'docs/book/from-kubebuilder.md#changing-over-in-a-cluster': { after: gone },
  'docs/book/installation.md': { project: 'none' },
  'docs/book/observing.md': { project: 'guestbook' },
  'docs/book/publishing.md': { project: 'guestbook' },
  'docs/book/publishing.md#helm-chart': { after: ['helm uninstall guestbook --namespace guestbook-system'] },
  'docs/book/publishing.md#catalog': {
    before: [`${bundle('0.1.0')} && mkdir old && mv bundle old/`, bundle('0.2.0', ' --replaces guestbook.v0.1.0')],
  },
  'docs/book/quick-start.md#4-watch-it-work': { project: 'guestbook' },
  'docs/book/testing-strategies.md': { project: 'guestbook' },
  'docs/book/tutorial.md#7-see-it-run': { project: 'none', before: ['cp -r "$WEBSITE/." .'] },
  'docs/book/webhooks.md': { project: 'guestbook' },

  'docs/book/commands/generate.md': { project: 'guestbook', isChoice: true },
  'docs/book/commands/other.md': { project: 'guestbook', isChoice: true },
  'docs/book/commands/run.md': { project: 'guestbook', isChoice: true },
  'docs/book/commands/scaffold.md': { project: 'guestbook', isChoice: true },
  'docs/book/commands/ship.md': { project: 'guestbook', isChoice: true },
  'docs/book/commands/scaffold.md#kbts-init': { project: 'none', isChoice: true },
  'docs/book/commands/scaffold.md#kbts-create-api': {
    project: 'empty',
    before: ['cp "$WIDGETS" certificates.yaml'],
    isChoice: true,
  },
  'docs/book/commands/scaffold.md#kbts-create-webhook': {
    project: 'guestbook',
    before: ['kbts edit --multigroup', mate('v1'), `${mate('v2')} --controller=false`],
    isChoice: true,
  },
  'docs/book/commands/scaffold.md#kbts-import': {
    project: 'empty',
    before: [
      widgets,
      'sed s/acme.io/cert-manager.io/ crds/widgets.yaml | kubectl apply --server-side -f -',
      'cp -r "$SHOP" old',
    ],
    isChoice: true,
  },
  'docs/book/commands/scaffold.md#kbts-delete-webhook': { project: 'guestbook', before: [webhooks], isChoice: true },
  'docs/book/commands/run.md#kbts-install': { project: 'guestbook', after: ['kbts uninstall --yes'], isChoice: true },
  'docs/book/commands/ship.md#kbts-deploy': { project: 'guestbook', isChoice: true, after: goneFromBoth },
  'docs/book/commands/ship.md#kbts-undeploy': { project: 'guestbook', isChoice: true, after: gone },
  'docs/book/commands/run.md#kbts-run': {
    project: 'guestbook',
    before: ['kbts install'],
    after: ['kbts uninstall --yes'],
    isChoice: true,
  },
  'docs/book/commands/ship.md#kbts-build-chart': { project: 'guestbook' },
  'docs/book/commands/ship.md#kbts-build-dashboards': {
    project: 'guestbook',
    before: ['kbts build-dashboards'],
    isChoice: true,
  },
  'docs/book/commands/olm.md#kbts-bundle-generate': { project: 'guestbook', before: [bundle('0.2.0')], isChoice: true },
  'docs/book/commands/olm.md#kbts-bundle-validate': { project: 'guestbook', before: [bundle('0.2.0')], isChoice: true },
  'docs/book/commands/olm.md#kbts-bundle-catalog': {
    project: 'guestbook',
    before: [
      `${bundle('0.1.0')} && mkdir old new && cp -r bundle old/`,
      `${bundle('0.2.0', ' --replaces guestbook.v0.1.0')} && cp -r bundle new/`,
    ],
    isChoice: true,
  },
};

/** Blocks that another test follows word by word: page or page with heading, and the test. */
export const elsewhere: Readonly<Record<string, string>> = {
  'README.md#kbts': 'test/docs/quick-start.slow.test.ts',
  'docs/book/quick-start.md': 'test/docs/quick-start.slow.test.ts',
  'docs/book/tutorial.md': 'test/docs/quick-start.slow.test.ts',
  'docs/book/cronjob-tutorial.md': 'test/docs/quick-start.slow.test.ts',
  'docs/book/examples.md': 'test/examples/scaffold.slow.test.ts',
};

/** Lines that cannot be run here, and why. */
export const notHere: Readonly<Record<string, string>> = {
  'make build': 'has run before these tests, and would change dist/ under others',
  'make test': 'is CI itself',
  'npx vitest run test/runtime/queue': 'is an example of what `make test` runs',
  'npx tsc --noEmit': 'is a part of CI itself',
  'npx oxlint src/runtime/queue && npx oxfmt --check src/runtime/queue': 'is a part of CI itself',
  'npm install --global .': 'changes the machine; a packed kbts is installed by test/packed',
  'kbts import https://example.com/crds.yaml --kind Widget --controller': 'needs the network',
  'kbts envtest list': 'asks the release index, which is in the network',
  'kbts envtest list 1.37 -o json': 'asks the release index, which is in the network',
  'kbts completion fish | source': 'is for fish, which has its own test in test/cli/completion.test.ts',
  'kubectl -n guestbook-system top pod': 'needs a metrics server and real pods',
  'kubectl -n guestbook-system port-forward deployment/guestbook-controller-manager 8443 &': 'needs a real pod',
  'curl -sk -H "Authorization: Bearer $(kubectl create token prometheus)" https://localhost:8443/metrics | grep -E \'^(process_resident|workqueue_depth|nodejs_eventloop_lag)\'':
    'needs the line before it',
};

/** The same for all lines of a command. */
const notHereCommands: readonly { line: RegExp; why: string }[] = [
  {
    line: /^(?:npx )?kbts (?:olm|cleanup|bundle run|bundle upgrade)\b/,
    why: 'needs OLM in the cluster: test/commands/ship has one',
  },
  { line: /^(?:npx )?kbts scorecard\b/, why: 'a new project does not pass it: test/commands/ship runs it' },
];

/** Why a line is not run here; nothing when it is. */
export function reasonFor(line: string): string | undefined {
  return notHere[line] ?? notHereCommands.find((one) => one.line.test(line))?.why;
}

/** Lines that run until they are stopped, and what they print when they work. */
export const untilStopped: readonly { line: RegExp; sign: RegExp }[] = [
  {
    line: /^(?:npm run dev|(?:npx )?kbts dev --no-samples)$/,
    sign: /^(?=[\s\S]*dev {2}ready)(?=[\s\S]*controller started)/,
  },
  { line: /^(?:npx )?kbts dev/, sign: /✔ Guestbook/ },
  { line: /^(?:npx )?kbts run/, sign: /controller started/i },
];

/** The setting of a block, and whether it begins in a new folder. */
export function setupOf({ page, anchor }: ShellBlock): Setup | undefined {
  return setups[`${page}#${anchor}`] ?? setups[page];
}

/** Page and heading of a block. */
export function placeOf({ page, anchor }: ShellBlock): string {
  return `${page}#${anchor}`;
}

/** All blocks of the documentation. */
export async function allBlocks(): Promise<ShellBlock[]> {
  return (await Promise.all((await allPages()).map(shellBlocksOf))).flat();
}

/** Whether at least one line of a block is run by the tests of this folder. */
export function isRun(block: ShellBlock): boolean {
  const isElsewhere = setups[placeOf(block)] === undefined && (placeOf(block) in elsewhere || block.page in elsewhere);
  return !isElsewhere && block.lines.some((line) => reasonFor(line) === undefined);
}

/** Whether a block belongs to the reference of commands, where each heading stands alone. */
export function isReference({ page }: ShellBlock): boolean {
  return page.startsWith('docs/book/commands/');
}
