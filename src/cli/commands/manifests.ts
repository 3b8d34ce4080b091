/** Declares `kbts manifests` and `kbts generate`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Argument, type Command } from 'commander';
import type { CommandPlan } from '../../commands/command-plan.js';
import type { ManifestsOptions } from '../../commands/manifests/project-options.js';
import { UserError } from '../../errors.js';
import { executePlan, type WriteFlags } from '../execute.js';
import { examples, list, wholeNumber, toggle, withWriteFlags } from '../flags.js';
import { reportDiagnostics } from '../report.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

interface ManifestFlags extends WriteFlags {
  readonly paths?: readonly string[];
  readonly outputDir?: string;
  readonly crdDir?: string;
  readonly rbacDir?: string;
  readonly webhookDir?: string;
  readonly roleName?: string;
  readonly rbacFileName?: string;
  readonly schemaPatch?: string;
  readonly stdout?: boolean;
  readonly markers?: boolean;
  readonly headerFile?: string;
  readonly year?: string;
  readonly storageVersion?: string;
  readonly maxDescLen?: number;
  readonly generateEmbeddedObjectMeta?: boolean;
  readonly allowUnknownMarkers?: boolean;
  readonly check?: boolean;
  readonly fix?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly explain?: string;
}

/** Adds the commands that make files out of types and markers. */
export function addManifestCommands(program: Command, terminal: Terminal): void {
  const manifests = program
    .command('manifests')
    .summary('make CRD, RBAC and webhook YAML from types and markers')
    .description('Makes CRDs, roles and webhook configurations from TypeScript types and marker comments.')
    .addArgument(new Argument('[generators...]', 'what to make (default: all)').choices(['crd', 'rbac', 'webhook']))
    .addOption(list('--paths', 'folders, files or globs with the sources (default: src)'))
    .option('--output-dir <folder>', 'folder above crd/bases, rbac and webhook (default: config)')
    .option('--crd-dir <folder>', 'folder of the CRDs')
    .option('--rbac-dir <folder>', 'folder of the roles')
    .option('--webhook-dir <folder>', 'folder of the webhook configurations')
    .option('--rbac-file-name <name>', 'file of the roles (default: role.yaml)')
    .option('--role-name <name>', 'name of the generated role (default: manager-role)')
    .option('--max-desc-len <bytes>', 'longest description in CRDs; 0 removes all', wholeNumber)
    .addOption(toggle('--generate-embedded-object-meta', 'metadata inside a spec has its properties (default: true)'))
    .option('--allow-dangerous-types', 'accepted for controller-gen users; floats need no permission here')
    .option('--allow-unknown-markers', 'unknown and misplaced markers are warnings')
    .option('--header-file <file>', 'text that begins every generated file')
    .option('--year <year>', 'replaces " YEAR" in the header')
    .option('--storage-version <version>', 'version that is stored, where no marker says so')
    .option('--schema-patch <folder>', 'bring the schemas of CRDs in this folder up to date, and make nothing else')
    .option('--stdout', 'print the YAML of all files, and write nothing')
    .option('--check', 'write nothing; exit with 3 when files are not up to date')
    .option('--fix', 'change rbac markers to the rights that the code needs')
    .option('--watch', 'run again whenever something changes that the manifests are made from')
    .option('--verbose', 'show notes as well as warnings, and list every file')
    .option('--json', 'print changes and diagnostics as JSON, for editors and CI')
    .option('--explain <marker>', 'explain a marker, and do nothing else')
    .option('--markers', 'list all markers, and do nothing else')
    .addHelpText(
      'after',
      examples(
        'kbts manifests',
        'kbts manifests --check',
        "kbts manifests crd rbac --paths 'src/api/**' --output-dir deploy",
      ),
    )
    .action(async (generators: ('crd' | 'rbac' | 'webhook')[], flags: ManifestFlags) => {
      if (flags.explain !== undefined) {
        const { explainMarker } = await import('../../commands/manifests/manifests-explain.js');
        terminal.out(explainMarker(flags.explain));
        return;
      }
      if (flags.markers === true) {
        const { listMarkers } = await import('../../commands/manifests/manifests-explain.js');
        terminal.out(listMarkers());
        return;
      }
      const options = manifestsOptions(rootFolder(manifests, terminal), generators, flags);
      if (flags.stdout === true) {
        const { printManifests } = await import('../../commands/manifests/manifests.js');
        const { text, diagnostics } = await printManifests(options);
        reportDiagnostics(terminal, diagnostics);
        terminal.out(text);
        return;
      }
      const format: WriteFlags = flags.json === true ? { ...flags, output: 'json' } : flags;
      if (flags.watch === true) await watch(terminal, options, format);
      else {
        const { manifests: plan } = await import('../../commands/manifests/manifests.js');
        await executePlan(
          terminal,
          await plan(options).catch((error: unknown) => failAsJson(terminal, error, format)),
          format,
        );
      }
    });
  const generate = program
    .command('generate')
    .summary('make all generated files: kind descriptors and manifests')
    .description(
      'The one command after a change of types. Makes index.ts of every API folder (types and kind descriptors under one name each, and their schemas on demand) and, in a project, what "kbts manifests" makes. The sources are read once.',
    )
    .addOption(list('--paths', 'folders, files or globs with the sources (default: src)'))
    .option('--check', 'write nothing; exit with 3 when files are not up to date')
    .option('--no-manifests', 'kind descriptors only')
    .addHelpText('after', examples('kbts generate', 'kbts generate --check'))
    .action(async (flags: ManifestFlags & { readonly manifests: boolean }) => {
      const { generate: plan } = await import('../../commands/manifests/generate.js');
      const root = rootFolder(generate, terminal);
      // Outside a project it is not known where manifests belong.
      const isProject = existsSync(path.join(root, 'PROJECT'));
      const { paths, check } = flags;
      await executePlan(terminal, await plan({ root, paths, check, manifests: flags.manifests && isProject }), flags);
    });
  withWriteFlags(manifests);
  withWriteFlags(generate);
}

function manifestsOptions(
  root: string,
  generators: readonly ('crd' | 'rbac' | 'webhook')[],
  flags: ManifestFlags,
): ManifestsOptions {
  const {
    paths,
    outputDir,
    crdDir,
    rbacDir,
    webhookDir,
    maxDescLen,
    check,
    roleName,
    headerFile,
    year,
    storageVersion,
  } = flags;
  return {
    root,
    ...(generators.length > 0 && { generators }),
    ...(maxDescLen !== undefined && { maxDescriptionLength: maxDescLen }),
    paths,
    output: outputDir,
    crdFolder: crdDir,
    rbacFolder: rbacDir,
    webhookFolder: webhookDir,
    check,
    verbose: flags.verbose,
    ...(flags.fix === true && { rights: 'fix' as const }),
    roleName,
    rbacFile: flags.rbacFileName,
    schemaPatch: flags.schemaPatch,
    headerFile,
    year,
    storageVersion,
    generateEmbeddedObjectMeta: flags.generateEmbeddedObjectMeta,
    allowUnknownMarkers: flags.allowUnknownMarkers,
  };
}

async function watch(terminal: Terminal, options: ManifestsOptions, flags: WriteFlags): Promise<void> {
  const { watchManifests } = await import('../../commands/manifests/manifests-watch.js');
  const { exitCodeOf } = await import('../error-boundary.js');
  const handlers = {
    onPlan: async (plan: CommandPlan) => executePlan(terminal, plan, flags),
    onError: (error: unknown) => void exitCodeOf(error, terminal),
  };
  await watchManifests(options, handlers, terminal.signal);
}

/** Errors as JSON on stdout as well, so that programs get file, line and column of every problem. */
function failAsJson(terminal: Terminal, error: unknown, flags: WriteFlags): never {
  if (flags.output === 'json' && error instanceof UserError) {
    const { code, message, fix, diagnostics } = error;
    terminal.out(`${JSON.stringify({ error: { code, message, fix }, diagnostics }, undefined, 2)}\n`);
  }
  throw error;
}
