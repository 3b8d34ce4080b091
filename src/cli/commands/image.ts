/** Declares `kbts docker-build`, `docker-push` and `build-installer`. */
import { Option, type Command } from 'commander';
import { imageFlag } from '../cluster-flags.js';
import { surroundingsOf } from '../cluster-report.js';
import { executePlan, type WriteFlags } from '../execute.js';
import { printable } from '../printable.js';
import { examples, list, outputFlag, withWriteFlags } from '../flags.js';
import { reportNext } from '../report.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';
import { layout } from '../../project/layout.js';

interface ImageFlags {
  readonly image?: string;
  readonly containerTool?: string;
  readonly platform?: readonly string[];
  readonly output?: 'text' | 'json';
  readonly verbose?: boolean;
}

interface BuildFlags extends ImageFlags {
  readonly push?: boolean;
  readonly file?: string;
  readonly buildArg?: readonly string[];
  readonly sbom?: 'cyclonedx' | 'spdx';
}

/** Adds the commands that make what a cluster runs. */
export function addImageCommands(program: Command, terminal: Terminal): void {
  addBuild(program, terminal);
  addPush(program, terminal);
  addInstaller(program, terminal);
}

function withImageFlags(command: Command): Command {
  return command
    .addOption(imageFlag())
    .addOption(
      new Option(
        '--container-tool <program>',
        'docker, podman, nerdctl or buildah (default: the first that is installed)',
      ).env('CONTAINER_TOOL'),
    )
    .addOption(list('--platform', 'platforms such as linux/amd64,linux/arm64').env('PLATFORMS'))
    .option('--verbose', 'show everything that the container tool prints')
    .addOption(outputFlag());
}

function addBuild(program: Command, terminal: Terminal): void {
  const command = withImageFlags(program.command('docker-build'))
    .summary('build the image of the operator')
    .description('Builds the image of the operator with docker, podman, nerdctl or buildah.')
    .argument('[flags...]', 'flags of the container tool, after --')
    .option('--push', 'push it, too; docker needs this for several platforms')
    .option('-f, --file <file>', 'the Dockerfile, relative to the project')
    .option('--build-arg <name=value>', 'argument of the Dockerfile (repeatable)', collect)
    .addOption(
      new Option('--sbom [format]', 'write a bill of materials of the operator to dist/: cyclonedx (default) or spdx')
        .choices(['cyclonedx', 'spdx'])
        .preset('cyclonedx'),
    )
    .addHelpText(
      'after',
      examples(
        'kbts docker-build --image ghcr.io/acme/guestbook:v1.0.0',
        'kbts docker-build --image ghcr.io/acme/guestbook:v1.0.0 --platform linux/amd64,linux/arm64 --push',
        'kbts docker-build --container-tool podman --image guestbook:dev',
        'kbts docker-build --image guestbook:dev -- --network=host',
        'kbts docker-build --image ghcr.io/acme/guestbook:v1.0.0 --sbom',
      ),
    )
    .action(async (args: string[], flags: BuildFlags) => {
      const { dockerBuild } = await import('../../commands/cluster/image/docker.js');
      const result = await dockerBuild(surroundingsOf(terminal, rootFolder(command, terminal)), {
        ...flags,
        platforms: flags.platform,
        dockerfile: flags.file,
        buildArgs: flags.buildArg,
        toolArgs: args,
        onLine: lineOutput(terminal, flags),
      });
      const follow = result.pushed ? 'deploy' : 'docker-push';
      report(terminal, result, flags, [`npx kbts ${follow} --image ${result.image}`]);
    });
}

function addPush(program: Command, terminal: Terminal): void {
  const command = withImageFlags(program.command('docker-push'))
    .summary('push the image of the operator')
    .description('Pushes the image to its registry.')
    .addHelpText('after', examples('kbts docker-push --image ghcr.io/acme/guestbook:v1.0.0'))
    .action(async (flags: ImageFlags) => {
      const { dockerPush } = await import('../../commands/cluster/image/docker.js');
      const result = await dockerPush(surroundingsOf(terminal, rootFolder(command, terminal)), {
        ...flags,
        platforms: flags.platform,
        onLine: lineOutput(terminal, flags),
      });
      report(terminal, result, flags, [`npx kbts deploy --image ${result.image}`]);
    });
}

function addInstaller(program: Command, terminal: Terminal): void {
  const command = program
    .command('build-installer')
    .summary('write dist/install.yaml: CRDs, roles and Deployment in one file')
    .description('Renders config/default with your image into one file, which users apply with kubectl.')
    .addOption(imageFlag())
    .option('-n, --namespace <name>', 'namespace of the manager (default: that of config/default)')
    .option('-f, --file <file>', 'the file to write', layout.installer)
    .addHelpText('after', examples('kbts build-installer --image ghcr.io/acme/guestbook:v1.0.0'))
    .action(async (flags: WriteFlags & { image?: string; namespace?: string; file: string }) => {
      const { buildInstaller } = await import('../../commands/cluster/deploy/build-installer.js');
      const plan = await buildInstaller(surroundingsOf(terminal, rootFolder(command, terminal)), flags);
      await executePlan(terminal, plan, flags);
    });
  withWriteFlags(command);
}

function collect(value: string, previous: string[] | undefined): string[] {
  return [...(previous ?? []), value];
}

function lineOutput(terminal: Terminal, { verbose }: ImageFlags): ((line: string) => void) | undefined {
  return verbose === true ? (line) => terminal.err(`${printable(line)}\n`) : undefined;
}

function report(
  terminal: Terminal,
  result: { image: string; tool: string; pushed: boolean; sbom?: string },
  flags: ImageFlags,
  next: string[],
): void {
  if (flags.output === 'json') terminal.out(`${JSON.stringify(result, undefined, 2)}\n`);
  else {
    if (result.sbom !== undefined) terminal.out(`wrote  ${result.sbom}\n`);
    terminal.out(`${result.pushed ? 'pushed' : 'built'}  ${result.image} (${result.tool})\n`);
    reportNext(terminal, next);
  }
}
