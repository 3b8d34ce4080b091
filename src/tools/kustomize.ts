/** Renders kustomizations with whichever program is there: kubectl, else kustomize. */
import { UserError } from '../errors.js';
import { checkKubectl, kubectlKustomize, type ToolSurroundings } from './kubectl.js';
import { runTool } from './run-tool.js';

/** The YAML of a kustomization. A broken kustomization is a `render-failed` that quotes what the tool said. */
export async function renderKustomization(folder: string, surroundings: ToolSurroundings): Promise<string> {
  const [check, render] = await Promise.allSettled([
    checkKubectl(surroundings),
    kubectlKustomize(folder, surroundings),
  ]);
  if (check.status === 'fulfilled') {
    if (render.status === 'fulfilled') return render.value;
    throw renderFailure(render.reason, folder);
  }
  if (!isMissingOrOld(check.reason)) throw check.reason;
  return kustomizeBuild(folder, surroundings).catch((error: unknown) => {
    // Without kustomize, what is wrong with kubectl is the message to show.
    throw isMissing(error) ? check.reason : error;
  });
}

async function kustomizeBuild(folder: string, surroundings: ToolSurroundings): Promise<string> {
  const program = surroundings.env?.['KUSTOMIZE'] || 'kustomize';
  try {
    const { stdout } = await runTool(program, ['build', folder], {
      ...surroundings,
      timeoutMs: 120_000,
      install: 'install kubectl or kustomize',
    });
    return stdout;
  } catch (error) {
    throw isMissing(error) ? error : renderFailure(error, folder);
  }
}

function renderFailure(error: unknown, folder: string): unknown {
  if (!(error instanceof UserError) || error.code !== 'tool-failed') return error;
  return new UserError('render-failed', error.message, {
    fix: `fix the kustomization; see the whole message with "kubectl kustomize ${folder}"`,
    cause: error,
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof UserError && error.code === 'tool-missing';
}

function isMissingOrOld(error: unknown): boolean {
  return error instanceof UserError && (error.code === 'tool-missing' || error.code === 'tool-outdated');
}
