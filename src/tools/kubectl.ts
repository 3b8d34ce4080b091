/** What kubectl is used for: rendering kustomizations. Applying is done by our own client. */
import { UserError } from '../errors.js';
import { runTool } from './run-tool.js';

/** How to run a tool: where, with which environment, until when. */
export interface ToolSurroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Kustomizations of kbts use components and `replacements`, which kubectl has known since this version. */
const oldestKubectl = [1, 22] as const;

const install = 'install kubectl (https://kubernetes.io/docs/tasks/tools) or kustomize, and put it on PATH';

/** Version of kubectl; rejects with `tool-missing` when it is not installed, `tool-outdated` when it is too old. */
export async function checkKubectl(surroundings: ToolSurroundings): Promise<string> {
  const { stdout } = await runTool(kubectlProgram(surroundings), ['version', '--client', '-o', 'json'], {
    ...surroundings,
    timeoutMs: 20_000,
    install,
  });
  const version = versionIn(stdout);
  const [major = 0, minor = 0] = version
    .replace(/^v/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  const [oldestMajor, oldestMinor] = oldestKubectl;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return version;
  throw new UserError('tool-outdated', `kubectl is ${version}, and its kustomize is too old for config/`, {
    fix: `install kubectl ${oldestKubectl.join('.')} or newer, or kustomize 4.2 or newer`,
  });
}

/** The YAML that `kubectl kustomize` makes from a folder. */
export async function kubectlKustomize(folder: string, surroundings: ToolSurroundings): Promise<string> {
  const { stdout } = await runTool(kubectlProgram(surroundings), ['kustomize', folder], {
    ...surroundings,
    timeoutMs: 120_000,
    install,
  });
  return stdout;
}

/** As in Makefiles of kubebuilder, `KUBECTL` names the program. */
function kubectlProgram({ env }: ToolSurroundings): string {
  return env?.['KUBECTL'] || 'kubectl';
}

function versionIn(text: string): string {
  try {
    const { clientVersion } = JSON.parse(text) as { clientVersion?: { gitVersion?: string } };
    return clientVersion?.gitVersion ?? '0';
  } catch (error) {
    if (error instanceof SyntaxError) return '0';
    throw error;
  }
}
