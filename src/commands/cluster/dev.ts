/** `kbts dev`: a control plane, the operator and its samples on this machine; reloads when a file is saved. */
import { UserError } from '../../errors.js';
import type { Project } from '../../project/project.js';
import { applyChanges } from '../../scaffold/apply.js';
import { recover } from '../../scaffold/recover.js';
import { loadProject } from '../load-project.js';
import { generate } from '../generate.js';
import { manifests } from '../manifests.js';
import type { CommandSurroundings } from './command-progress.js';
import { type DevEvent, DevLog } from './dev-event.js';
import { DevManager } from './dev-manager.js';
import { type DevPlane, startDevPlane } from './dev-plane.js';
import { applySamples } from './dev-samples.js';
import { bundleOperator } from './operator-bundle.js';
import { definedOnly } from './rendered-config.js';
import { managerArguments } from './run.js';
import { changesOperator, WatchedSources } from './watched-sources.js';

/** Flags of `dev`. */
export interface DevOptions {
  readonly controlPlane?: 'embedded' | 'envtest';
  /** Apply config/samples; true by default. */
  readonly samples?: boolean;
  /** Flags of the manager. */
  readonly args: readonly string[];
  readonly onEvent: (event: DevEvent) => void;
  /** Called when everything runs. */
  readonly onReady?: (session: { readonly kubeconfig: string; readonly server: string }) => void;
}

/** Runs until the signal aborts, and leaves nothing behind. */
export async function dev(surroundings: CommandSurroundings, options: DevOptions): Promise<void> {
  const { root, signal, progress, env } = surroundings;
  const { onEvent } = options;
  recover(root);
  let { project } = await loadProject(root);
  const session = { root, signal, onEvent, wantsSamples: options.samples !== false };
  const plane = options.controlPlane ?? 'embedded';
  await regenerate(root);
  const file = await progress.step('build the operator', () => bundleOperator(root, { signal }));
  await using started = await progress.step(`start the ${plane} control plane`, () =>
    startDevPlane(root, project, plane),
  );
  if (started.operatorKubeconfig === undefined)
    onEvent({
      type: 'status',
      message: 'there is no config/rbac: the operator runs with the rights of an administrator',
    });
  const log = new DevLog();
  await using manager = new DevManager({
    cwd: root,
    args: managerFlags(started, options.args),
    env: { ...definedOnly(env), ...managerEnvironment(started, project) },
    onLine: (line) => {
      const event = log.read(line);
      if (event) onEvent(event);
    },
    onEnd: (exitCode) =>
      onEvent({
        type: 'problem',
        message: `the operator ended with exit code ${exitCode}`,
        fix: 'it starts again when you save',
      }),
  });
  using sources = new WatchedSources(root, ['src', 'config'], changesOperator);
  await manager.replace(file);
  await putSamples(started, session);
  options.onReady?.({ kubeconfig: started.kubeconfig, server: started.plane.config.server });
  for (let changed = await sources.next(signal); !signal.aborted; changed = await sources.next(signal)) {
    onEvent({ type: 'status', message: `changed: ${changed.join(', ')}` });
    try {
      ({ project } = await loadProject(root));
      if (changed.some((one) => one.startsWith('src/'))) await reload(started, manager, project, session);
      await putSamples(started, session);
    } catch (error) {
      if (signal.aborted) return;
      onEvent(problemOf(error));
    }
  }
}

interface Session {
  readonly root: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: DevEvent) => void;
  readonly wantsSamples: boolean;
}

/** While the new version cannot be built, the old one goes on. */
async function reload(started: DevPlane, manager: DevManager, project: Project, session: Session): Promise<void> {
  const { root, signal, onEvent } = session;
  await regenerate(root);
  const file = await bundleOperator(root, { signal, name: 'next' });
  await started.refresh(project);
  await manager.replace(file);
  onEvent({ type: 'status', message: 'reloaded' });
}

/** CRDs, roles, webhook configurations and kind descriptors follow the types. */
async function regenerate(root: string): Promise<void> {
  await applyChanges(root, (await generate({ root })).changes);
  await applyChanges(root, (await manifests({ root })).changes);
}

async function putSamples({ plane }: DevPlane, { root, signal, onEvent, wantsSamples }: Session): Promise<void> {
  if (!wantsSamples) return;
  for (const { name, file, problem } of await applySamples(plane.client, root, { signal })) {
    if (problem === undefined) onEvent({ type: 'status', message: `applied ${name}` });
    else
      onEvent({
        type: 'problem',
        message: `${file}: ${problem}`,
        fix: 'mend the sample; it is applied again when you save',
      });
  }
}

function managerFlags({ plane }: DevPlane, given: readonly string[]): string[] {
  const { webhooks } = plane;
  const serving = webhooks ? [`--webhook-port=${webhooks.port}`, `--webhook-cert-path=${webhooks.certDir}`] : [];
  return [...managerArguments(given), '--zap-encoder=json', '--zap-log-level=debug', ...serving];
}

/** Only the control plane on this machine calls the webhooks, so nobody else can reach them. */
function managerEnvironment(
  { kubeconfig, operatorKubeconfig, operatorNamespace, plane }: DevPlane,
  { namespaced }: Project,
): Record<string, string> {
  return {
    KUBECONFIG: operatorKubeconfig ?? kubeconfig,
    POD_NAMESPACE: operatorNamespace,
    ...(plane.webhooks && { WEBHOOK_HOST: plane.webhooks.host }),
    ...(namespaced ? { WATCH_NAMESPACE: 'default' } : {}),
  };
}

function problemOf(error: unknown): DevEvent {
  if (error instanceof UserError) {
    const places = error.diagnostics.map(
      ({ position, message, fix }) =>
        `\n  ${position ? `${position.file}:${position.line}:${position.column} ` : ''}${message}` +
        (fix === undefined ? '' : `; ${fix}`),
    );
    return { type: 'problem', message: `${error.message}${places.join('')}`, fix: error.fix };
  }
  return { type: 'problem', message: error instanceof Error ? error.message : String(error) };
}
