/** Declares `kbts import`. */
import type { Command } from 'commander';
import { kubeconfigFlag } from '../cluster-flags.js';
import type { CommandPlan } from '../../commands/command-plan.js';
import { UserError } from '../../errors.js';
import { executePlan, type WriteFlags } from '../execute.js';
import { examples, list, toggle, withWriteFlags } from '../flags.js';
import { cacheFolder, rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

interface ImportFlags extends WriteFlags {
  readonly kind?: readonly string[];
  readonly fromCluster?: string;
  readonly typesOnly?: boolean;
  readonly controller?: boolean;
  readonly force?: boolean;
  readonly context?: string;
  readonly kubeconfig?: string;
  readonly kubebuilder?: string;
  readonly projectName?: string;
  readonly skipInstall?: boolean;
  readonly kbts?: string;
}

/** Adds `import` to the tree. */
export function addImportCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('import')
    .summary('make types from CRDs, or a project from a Go project')
    .description(
      'Makes types with markers from CRDs, so that "kbts manifests" makes equal CRDs from them: all versions, with samples, roles and entries in PROJECT. Or makes a project from a Go project of kubebuilder.',
    )
    .argument('[sources...]', 'files, folders or https addresses with CRDs; - for standard input')
    .addOption(list('--kind', 'only these kinds'))
    .option('--from-cluster <name|group>', 'a CRD of the cluster, or all of a group')
    .option('--types-only', "the kinds stay someone else's: write their types, and make no CRDs from them")
    .addOption(toggle('--controller', 'write a controller for each kind (default: false)'))
    .option('--force', 'overwrite the files of kinds that the project has')
    .option('--context <name>', 'context of the kubeconfig (default: the current one)')
    .addOption(kubeconfigFlag())
    .option('--kubebuilder <folder>', 'make a project from this Go project, in an empty folder')
    .option('--project-name <name>', 'name of the project (with --kubebuilder; default: that of the Go project)')
    .option('--skip-install', 'do not install dependencies (with --kubebuilder)')
    .option('--kbts <spec>', 'npm specifier of kbts itself (with --kubebuilder)')
    .addHelpText(
      'after',
      examples(
        'kbts import ./crds',
        'kbts import https://example.com/crds.yaml --kind Widget --controller',
        'kbts import --from-cluster cert-manager.io --types-only',
        'mkdir new && cd new && kbts import --kubebuilder ../old',
      ),
    )
    .action(async (sources: string[], flags: ImportFlags) => {
      await executePlan(terminal, await plan(command, terminal, sources, flags), flags);
    });
  withWriteFlags(command);
}

async function plan(command: Command, terminal: Terminal, sources: string[], flags: ImportFlags): Promise<CommandPlan> {
  const { cwd } = terminal;
  const root = rootFolder(command, terminal);
  checkFlags(sources, flags);
  if (flags.kubebuilder !== undefined) {
    const { importKubebuilder } = await import('../../commands/import/import-kubebuilder.js');
    const { projectName, skipInstall, kbts } = flags;
    const init = {
      projectName,
      skipInstall,
      kbts,
      year: new Date().getFullYear(),
      cacheFolder: cacheFolder(terminal.env),
    };
    return importKubebuilder({ root, cwd, folder: flags.kubebuilder, ...init });
  }
  const { importKinds } = await import('../../commands/import/import-kinds.js');
  const { kind, fromCluster, typesOnly, controller, force, context, kubeconfig } = flags;
  return importKinds({
    root,
    cwd,
    sources,
    kinds: kind,
    fromCluster,
    typesOnly,
    controller,
    force,
    cluster: { context, kubeconfig, env: terminal.env, signal: terminal.signal },
    readInput,
  });
}

function checkFlags(sources: readonly string[], flags: ImportFlags): void {
  const { kubebuilder, fromCluster, typesOnly, controller } = flags;
  if (kubebuilder !== undefined && (sources.length > 0 || fromCluster !== undefined || typesOnly === true)) {
    throw new UserError('flag-conflict', '--kubebuilder imports a whole project', {
      fix: 'leave out the sources, --from-cluster and --types-only',
    });
  }
  if (typesOnly === true && controller === true) {
    throw new UserError('flag-conflict', '--types-only writes no controllers', {
      fix: 'leave out --controller; "kbts create api --external-crd" makes one',
    });
  }
  if (kubebuilder === undefined && sources.length === 0 && fromCluster === undefined) {
    throw new UserError('flag-missing', 'nothing to import was named', {
      fix: 'give files, folders, addresses or "-", or pass --from-cluster or --kubebuilder',
    });
  }
}

const largestInput = 32 * 1024 * 1024;

async function readInput(): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largestInput)
      throw new UserError('cannot-read', `standard input has more than ${largestInput} bytes`, { fix: 'give a file' });
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
