/** Flags that users of kubebuilder type: taken with a word, or refused with what to do here. They are not in the help. */
import { Option, type Command } from 'commander';
import { UserError } from '../../errors.js';
import { paint, type Terminal } from '../terminal.js';

/** What kbts says to a flag; `refuse` ends the command. */
type Answer = { readonly note: string } | { readonly refuse: string; readonly fix: string } | undefined;

interface ForeignFlag {
  readonly flags: string;
  answer(value: string | boolean): Answer;
}

const external: Answer = {
  refuse: 'types of other projects come from their CRDs here, not from Go packages',
  fix: 'pass --external-crd with a file or an address of the CRD, as in --external-crd https://…/certificates.yaml',
};

const isFalse = (value: string | boolean): boolean => value === 'false' || value === false;

const foreign = {
  repo: {
    flags: '--repo <path>',
    answer: (value) => ({ note: `--repo ${value} names a Go module; the npm package is called after the project` }),
  },
  plugins: { flags: '--plugins <list>', answer: (value) => answerPlugins(String(value), false) },
  apiPlugins: { flags: '--plugins <list>', answer: (value) => answerPlugins(String(value), true) },
  projectVersion: {
    flags: '--project-version <version>',
    answer: (value) =>
      value === '3'
        ? { note: '--project-version 3 is what kbts writes' }
        : { refuse: `--project-version ${value} is not known`, fix: 'leave it out, or pass 3' },
  },
  skipGoVersionCheck: {
    flags: '--skip-go-version-check',
    answer: () => ({ note: '--skip-go-version-check is not needed: there is no Go here' }),
  },
  fetchDeps: {
    flags: '--fetch-deps [boolean]',
    answer: (value) => ({
      note: isFalse(value)
        ? '--fetch-deps=false means --skip-install here'
        : '--fetch-deps is what kbts does, unless --skip-install is given',
    }),
  },
  make: {
    flags: '--make [boolean]',
    answer: (value) => ({
      note: isFalse(value)
        ? '--make=false is not needed: generated files are always brought up to date, and that runs no make'
        : '--make is what kbts does: generated files are always brought up to date',
    }),
  },
  manifests: { flags: '--manifests [boolean]', answer: () => ({ note: '--manifests is what kbts always does' }) },
  externalPath: { flags: '--external-api-path <path>', answer: () => external },
  externalDomain: { flags: '--external-api-domain <domain>', answer: () => external },
  externalModule: { flags: '--external-api-module <module>', answer: () => external },
  legacy: {
    flags: '--legacy [boolean]',
    answer: (value) =>
      isFalse(value)
        ? undefined
        : {
            refuse: '--legacy would put webhooks beside the types, which kubebuilder has given up, too',
            fix: 'leave it out: webhooks are in src/webhook/<version>/',
          },
  },
  ssa: { flags: '--ssa [boolean]', answer: () => ({ note: '--ssa is not needed: client.apply works for every kind' }) },
} as const satisfies Record<string, ForeignFlag>;

/** Names of the flags below. */
export type ForeignFlagName = keyof typeof foreign;

/** Adds these flags to a command, hidden, and answers to them before it runs. */
export function withKubebuilderFlags(command: Command, terminal: Terminal, names: readonly ForeignFlagName[]): Command {
  const added = names.map((name) => {
    const flag: ForeignFlag = foreign[name];
    const option = new Option(flag.flags, 'accepted for users of kubebuilder').hideHelp();
    command.addOption(option);
    return { flag, option };
  });
  return command.hook('preAction', (_, action) => {
    for (const { flag, option } of added) {
      const value: unknown = action.opts()[option.attributeName()];
      if (typeof value === 'string' || typeof value === 'boolean') say(terminal, flag.answer(value));
    }
  });
}

/** True when `--fetch-deps=false` was given. */
export function skipsInstall({ fetchDeps }: { readonly fetchDeps?: string | boolean }): boolean {
  return fetchDeps !== undefined && isFalse(fetchDeps);
}

function say(terminal: Terminal, answer: Answer): void {
  if (answer === undefined) return;
  if ('refuse' in answer) throw new UserError('flag-invalid', answer.refuse, { fix: answer.fix });
  terminal.err(`${paint(terminal, 'cyan', 'note')}: ${answer.note}\n`);
}

/** Plugins of kubebuilder, by the name without version and domain. */
const plugins: Readonly<Record<string, Answer>> = {
  go: { note: 'the layout of a kbts project is always typescript.kbts.dev/v1; a Go plugin changes nothing' },
  base: { note: 'the layout of a kbts project is always typescript.kbts.dev/v1; a Go plugin changes nothing' },
  kustomize: { note: 'config/ is always laid out as the kustomize plugin does it' },
  'deploy-image': {
    refuse: 'deploy-image belongs to a kind, not to a project',
    fix: 'run "kbts create api --plugins deploy-image/v1-alpha --image <image>"',
  },
  helm: {
    refuse: 'the Helm chart is made from a project that exists',
    fix: 'run "kbts build-chart", or "kbts edit --plugins=helm/v2-alpha" and no other plugin, in the project',
  },
  grafana: {
    refuse: 'dashboards are made from a project that exists',
    fix: 'run "kbts build-dashboards", or "kbts edit --plugins=grafana/v1-alpha" and no other plugin, in the project',
  },
  autoupdate: {
    refuse: 'there is no autoupdate plugin',
    fix: 'let Dependabot or Renovate update the package kbts, and run "kbts doctor" after it',
  },
};

function answerPlugins(value: string, takesImage: boolean): Answer {
  const notes: string[] = [];
  for (const key of value.split(',').filter((one) => one !== '')) {
    const name = key.split(/[./]/)[0] ?? '';
    if (takesImage && name === 'deploy-image') continue;
    const answer = plugins[name];
    if (answer === undefined) {
      return {
        refuse: `there is no plugin "${key}"`,
        fix: 'leave out --plugins; "kbts edit --help" lists the components',
      };
    }
    if ('refuse' in answer) return answer;
    notes.push(answer.note);
  }
  return notes.length === 0 ? undefined : { note: [...new Set(notes)].join('; ') };
}

/** True when a kind is to run an image. */
export function wantsDeployImage({ plugins: value }: { readonly plugins?: string }): boolean {
  return (value ?? '').split(',').some((key) => key.split(/[./]/)[0] === 'deploy-image');
}
