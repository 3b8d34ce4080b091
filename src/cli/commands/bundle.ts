/** Declares the commands for OLM: `kbts bundle generate`, `validate` and `catalog`. */
import type { Command } from 'commander';
import type { BundleGenerateOptions } from '../../commands/ship/bundle-generate.js';
import { imageFlag } from '../cluster-flags.js';
import { surroundingsOf } from '../cluster-report.js';
import { executePlan, type WriteFlags } from '../execute.js';
import { examples, list, outputFlag, withWriteFlags } from '../flags.js';
import { addBundleClusterCommands } from './bundle-cluster.js';
import { reportFindings } from './bundle-report.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

interface GenerateFlags extends WriteFlags, Omit<BundleGenerateOptions, 'edges'> {
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly skipRange?: string;
}

/** Adds the commands. */
export function addBundleCommands(program: Command, terminal: Terminal): void {
  const bundle = program
    .command('bundle')
    .summary('make and check what the Operator Lifecycle Manager installs')
    .description('Bundles: one version of an operator for the Operator Lifecycle Manager (OLM) and its catalogs.');
  addGenerate(bundle, terminal);
  addValidate(bundle, terminal);
  addCatalog(bundle, terminal);
  addBundleClusterCommands(bundle, terminal);
}

function addGenerate(bundle: Command, terminal: Terminal): void {
  const command = bundle
    .command('generate')
    .summary('write a bundle of config/default to bundle/')
    .description(
      'Renders config/default and config/samples and writes a bundle: ClusterServiceVersion, CRDs, metadata and bundle.Dockerfile. What people read about the operator is yours to write, in config/manifests/bases. "kbts generate bundle" is the same command.',
    )
    .addOption(imageFlag())
    .option('-v, --version <version>', 'semantic version of the bundle (default: that of package.json)')
    .option('--package <name>', 'name in catalogs (default: that of the project)')
    .addOption(list('--channels', 'channels of the bundle').default(undefined, 'alpha'))
    .option('--default-channel <channel>', 'channel for users who choose none (default: the first)')
    .option('--replaces <bundle>', 'bundle that this one replaces, such as guestbook.v1.2.3')
    .addOption(list('--skips', 'bundles that an upgrade may leave out'))
    .option('--skip-range <range>', 'versions that can be upgraded to this one, such as ">=1.0.0 <1.2.0"')
    .option('--output-dir <folder>', 'folder of the bundle', 'bundle')
    .option('--use-image-digests', 'name images by digest, as their registries know it now')
    .option('--force', 'replace files that kbts has not made')
    .option('--check', 'write nothing; exit with 3 when the bundle is not up to date')
    .addHelpText(
      'after',
      examples(
        'kbts bundle generate --version 0.2.0 --image ghcr.io/acme/guestbook:v0.2.0 --channels stable,candidate',
        'kbts bundle generate --version 0.2.0 --replaces guestbook.v0.1.0',
        'kbts bundle generate --version 0.2.0 --image ghcr.io/acme/guestbook:v0.2.0 --channels stable --check',
      ),
    )
    .action(async ({ replaces, skips, skipRange, ...flags }: GenerateFlags) => {
      const { generateBundle } = await import('../../commands/ship/bundle-generate.js');
      const surroundings = surroundingsOf(terminal, rootFolder(command, terminal));
      const plan = await generateBundle(surroundings, { ...flags, edges: { replaces, skips, skipRange } });
      await executePlan(terminal, plan, flags);
    });
  withWriteFlags(command);
}

function addValidate(bundle: Command, terminal: Terminal): void {
  const command = bundle
    .command('validate')
    .summary('check a bundle by the rules of OLM and of catalogs')
    .description(
      'Checks the folder of a bundle. Errors are what OLM or a registry refuses; each names its place and how to correct it.',
    )
    .argument('[folder]', 'folder of the bundle', 'bundle')
    .addOption(list('--select-optional', 'more rules: names of suites, or suite=operatorframework for all'))
    .option('--list-optional', 'list the optional suites, and do nothing else')
    .addOption(outputFlag())
    .addHelpText(
      'after',
      examples('kbts bundle validate', 'kbts bundle validate bundle --select-optional suite=operatorframework'),
    )
    .action(
      async (
        folder: string,
        flags: { selectOptional?: string[]; listOptional?: boolean; output?: 'text' | 'json' },
      ) => {
        const { listSuites, validateBundle } = await import('../../commands/ship/bundle-validate.js');
        if (flags.listOptional === true) {
          for (const { name, summary } of listSuites()) terminal.out(`${name.padEnd(16)} ${summary}\n`);
          return;
        }
        reportFindings(
          terminal,
          await validateBundle(rootFolder(command, terminal), folder, flags.selectOptional ?? []),
          flags,
        );
      },
    );
}

function addCatalog(bundle: Command, terminal: Terminal): void {
  const command = bundle
    .command('catalog')
    .summary('write a file-based catalog of bundles')
    .description(
      'Writes a catalog of one package from the folders of its bundles: package, channels with their upgrades, and bundles. Write <folder>=<image> for the image that OLM pulls; without an image the objects of the bundle are in the catalog.',
    )
    .argument('<bundles...>', 'folders of bundles, each with its image')
    .option('--output-dir <folder>', 'folder of the catalog', 'catalog')
    .option('--check', 'write nothing; exit with 3 when the catalog is not up to date')
    .addHelpText(
      'after',
      examples(
        'kbts bundle catalog bundle=ghcr.io/acme/guestbook-bundle:v0.2.0',
        'kbts bundle catalog old/bundle new/bundle',
      ),
    )
    .action(async (bundles: string[], flags: WriteFlags & { outputDir: string; check?: boolean }) => {
      const { buildCatalog } = await import('../../commands/ship/bundle-catalog.js');
      await executePlan(terminal, await buildCatalog(rootFolder(command, terminal), bundles, flags), flags);
    });
  withWriteFlags(command);
}
