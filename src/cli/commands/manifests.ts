/** Declares `kbts manifests` and `kbts generate`. */
import { Argument, type Command } from 'commander';
import type { WriteFlags } from '../execute.js';
import { executePlan } from '../execute.js';
import { examples, list, toggle, withWriteFlags } from '../flags.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

interface ManifestFlags extends WriteFlags {
  readonly paths?: readonly string[];
  readonly outputDir?: string;
  readonly crdDir?: string;
  readonly rbacDir?: string;
  readonly webhookDir?: string;
  readonly roleName?: string;
  readonly headerFile?: string;
  readonly year?: string;
  readonly storageVersion?: string;
  readonly maxDescLen?: string;
  readonly generateEmbeddedObjectMeta?: boolean;
  readonly allowUnknownMarkers?: boolean;
  readonly check?: boolean;
}

/** Adds the commands that make files out of types and markers. */
export function addManifestCommands(program: Command, terminal: Terminal): void {
  const manifests = program
    .command('manifests')
    .summary('make CRD, RBAC and webhook YAML out of types and markers')
    .description('Makes CRDs, roles and webhook configurations out of TypeScript types and marker comments.')
    .addArgument(new Argument('[generators...]', 'what to make (default: all)').choices(['crd', 'rbac', 'webhook']))
    .addOption(list('--paths', 'folders, files or globs with the sources (default: src)'))
    .option('--output-dir <folder>', 'folder above crd/bases, rbac and webhook', 'config')
    .option('--crd-dir <folder>', 'folder of the CRDs')
    .option('--rbac-dir <folder>', 'folder of the roles')
    .option('--webhook-dir <folder>', 'folder of the webhook configurations')
    .option('--role-name <name>', 'name of the generated role', 'manager-role')
    .option('--max-desc-len <bytes>', 'longest description in CRDs; 0 removes all')
    .addOption(toggle('--generate-embedded-object-meta', 'metadata inside a spec has its properties (default: true)'))
    .option('--allow-dangerous-types', 'accepted for controller-gen users; floats need no permission here')
    .option('--allow-unknown-markers', 'unknown and misplaced markers are warnings')
    .option('--header-file <file>', 'text that begins every generated file')
    .option('--year <year>', 'replaces " YEAR" in the header')
    .option('--storage-version <version>', 'version that is stored, where no marker says so')
    .option('--check', 'write nothing; exit with 3 when files are not up to date')
    .addHelpText(
      'after',
      examples(
        'kbts manifests',
        'kbts manifests --check',
        "kbts manifests crd rbac --paths 'src/api/**' --output-dir deploy",
      ),
    )
    .action(async (generators: ('crd' | 'rbac' | 'webhook')[], flags: ManifestFlags) => {
      const { manifests: plan } = await import('../../commands/write-manifests.js');
      const { outputDir, crdDir, rbacDir, webhookDir, maxDescLen, ...rest } = flags;
      const result = await plan({
        ...rest,
        root: rootFolder(manifests, terminal),
        ...(generators.length > 0 && { generators }),
        output: outputDir,
        crdFolder: crdDir,
        rbacFolder: rbacDir,
        webhookFolder: webhookDir,
        ...(maxDescLen !== undefined && { maxDescriptionLength: Number(maxDescLen) }),
      });
      await executePlan(terminal, result, flags);
    });
  const generate = program
    .command('generate')
    .summary('make kind descriptors out of types')
    .description('Makes index.ts of every API folder: types and kind descriptors under one name each.')
    .addOption(list('--paths', 'folders, files or globs with the sources (default: src)'))
    .option('--check', 'write nothing; exit with 3 when files are not up to date')
    .addHelpText('after', examples('kbts generate', 'kbts generate --check'))
    .action(async (flags: ManifestFlags) => {
      const { generate: plan } = await import('../../commands/write-manifests.js');
      await executePlan(terminal, await plan({ ...flags, root: rootFolder(generate, terminal) }), flags);
    });
  withWriteFlags(manifests);
  withWriteFlags(generate);
}
