/** Builds and pushes images with docker, podman, buildah or nerdctl. */
import { UserError } from '../errors.js';
import { buildSteps, type ContainerTool, containerTools, type ImageBuild, pushSteps } from './container-commands.js';
import type { ToolSurroundings } from './kubectl.js';
import { runTool } from './run-tool.js';

/** A container tool that is installed. */
export interface FoundTool {
  readonly tool: ContainerTool;
  /** Name or path of the program. */
  readonly program: string;
  readonly version: string;
}

/** The oldest version whose builds understand the generated Dockerfile. */
const oldest: Readonly<Record<ContainerTool, readonly [number, number]>> = {
  docker: [20, 10],
  podman: [4, 0],
  buildah: [1, 24],
  nerdctl: [1, 0],
};

/** The wanted tool, or the first one that is installed; rejects with `tool-missing` or `tool-outdated`. */
export async function findContainerTool(
  wanted: string | undefined,
  surroundings: ToolSurroundings,
): Promise<FoundTool> {
  if (wanted !== undefined && wanted !== '') {
    const version = await versionOf(wanted, surroundings);
    if (version !== undefined) return checked({ tool: toolNamed(wanted), program: wanted, version });
    throw new UserError('tool-missing', `${wanted} was not found`, {
      fix: `install ${wanted}, or choose another with --container-tool or CONTAINER_TOOL: ${containerTools.join(', ')}`,
    });
  }
  for (const tool of containerTools) {
    const version = await versionOf(tool, surroundings);
    if (version !== undefined) return checked({ tool, program: tool, version });
  }
  throw new UserError('tool-missing', `no container tool was found: ${containerTools.join(', ')}`, {
    fix: 'install one of them and put it on PATH, or build the image elsewhere from the Dockerfile',
  });
}

/** Builds the image; with `push` also pushes it. */
export async function buildImage(found: FoundTool, build: ImageBuild, run: ImageRun): Promise<void> {
  for (const step of buildSteps(found.tool, build)) await runStep(found, step, run);
}

/** Pushes an image that was built. */
export async function pushImage(found: FoundTool, image: string, run: ImageRun): Promise<void> {
  for (const step of pushSteps(found.tool, image, run.isManifest === true)) await runStep(found, step, run);
}

/** Where steps run, and who sees their output. */
export interface ImageRun extends ToolSurroundings {
  readonly onLine?: (line: string) => void;
  /** The image is a list of images, one for each platform. */
  readonly isManifest?: boolean;
}

async function runStep(
  { tool, program }: FoundTool,
  step: { readonly args: readonly string[]; readonly mayFail?: boolean },
  { cwd, env, signal, onLine }: ImageRun,
): Promise<void> {
  // BuildKit is what knows BUILDPLATFORM; older versions of docker have it but do not use it by themselves.
  const toolEnv = tool === 'docker' ? { ...env, DOCKER_BUILDKIT: '1' } : env;
  try {
    await runTool(program, step.args, { cwd, env: toolEnv, signal, onLine, install: `install ${program}` });
  } catch (error) {
    if (step.mayFail === true && error instanceof UserError && error.code === 'tool-failed') return;
    throw explainFailure(program, error);
  }
}

const causes: readonly (readonly [RegExp, string, string])[] = [
  [
    /cannot connect to the docker daemon|is the docker daemon running|cannot connect to podman|connection refused.{0,300}podman|containerd\.sock/i,
    'is installed, but its engine does not run',
    'start it (Docker Desktop, "systemctl start docker", "podman machine start" …), or choose another --container-tool',
  ],
  [
    /unauthorized|authentication required|denied: requested access|access denied|no basic auth/i,
    'was refused by the registry',
    'log in to the registry ("docker login", "podman login" …) with an account that may push, and check the image name',
  ],
  [/no space left on device/i, 'has no space left', 'free some space, for instance with "docker system prune"'],
];

function explainFailure(program: string, error: unknown): unknown {
  if (!(error instanceof UserError) || error.code !== 'tool-failed') return error;
  const found = causes.find(([pattern]) => pattern.test(error.message));
  if (!found) return error;
  return new UserError('tool-unavailable', `${program} ${found[1]}:\n${error.message}`, {
    fix: found[2],
    cause: error,
  });
}

async function versionOf(program: string, surroundings: ToolSurroundings): Promise<string | undefined> {
  try {
    const { stdout } = await runTool(program, ['--version'], { ...surroundings, timeoutMs: 20_000, install: '' });
    return /(?<!\d)(\d+\.\d+(\.\d+)?)/.exec(stdout)?.[1] ?? '0.0';
  } catch (error) {
    if (error instanceof UserError && error.code === 'tool-missing') return undefined;
    throw error;
  }
}

/** A path or an alias counts as docker unless its name says otherwise: most replacements accept its flags. */
function toolNamed(program: string): ContainerTool {
  const name = program.replace(/^.*[\\/]/, '').replace(/\.exe$/, '');
  return containerTools.find((tool) => name.startsWith(tool)) ?? 'docker';
}

function checked(found: FoundTool): FoundTool {
  const [major, minor] = oldest[found.tool];
  const [isMajor = 0, isMinor = 0] = found.version.split('.').map(Number);
  if (isMajor > major || (isMajor === major && isMinor >= minor)) return found;
  throw new UserError('tool-outdated', `${found.program} is ${found.version}; ${major}.${minor} is needed`, {
    fix: `update ${found.program}, or choose another with --container-tool`,
  });
}
