/** `kbts dev`: a control plane, the operator and its samples on this machine; reloads when a file is saved. */
import { UserError } from '../../../errors.js';
import type { Project } from '../../../project/project.js';
import { qualifiedGroup } from '../../../project/resource.js';
import { applyChanges } from '../../../scaffold/apply.js';
import { recover } from '../../../scaffold/recover.js';
import { loadProject } from '../../load-project.js';
import { generate } from '../../manifests/generate.js';
import type { CommandSurroundings } from '../command-progress.js';
import { type DevEvent, DevLog } from './dev-event.js';
import { DevManager } from './dev-manager.js';
import { type DevPlane, startDevPlane } from './dev-plane.js';
import { applySamples } from './dev-samples.js';
import { bundleOperator } from './operator-bundle.js';
import { definedOnly } from '../deploy/rendered-config.js';
import { managerArguments } from '../run/manager-process.js';
import { SaveStopwatch } from '../view/save-stopwatch.js';
import { TypeWatch } from '../view/type-check.js';
import { kindsOf, writableResources, type WritableResource } from '../view/writable-kinds.js';
import { WatchedWrites } from '../view/watched-writes.js';
import { changesOperator, WatchedSources } from './watched-sources.js';
import { layout } from '../../../project/layout.js';

/** Flags of `dev`. */
export interface DevOptions {
  readonly controlPlane?: 'embedded' | 'envtest';
  /** Apply config/samples; true by default. */
  readonly samples?: boolean;
  /** Flags of the manager. */
  readonly args: readonly string[];
  readonly onEvent: (event: DevEvent) => void;
  /** Show debug lines of the operator, too. */
  readonly verbose?: boolean;
  /** Called when everything runs. */
  readonly onReady?: (session: DevSession) => void;
}

/** How to look at what runs. */
export interface DevSession {
  readonly kubeconfig: string;
  readonly server: string;
  /** Plurals of the kinds that the operator works on. */
  readonly resources: readonly string[];
}

/** Runs until the signal aborts, and leaves nothing behind. */
export async function dev(surroundings: CommandSurroundings, options: DevOptions): Promise<void> {
  const { root, signal, progress, env } = surroundings;
  const { onEvent } = options;
  recover(root);
  let { project } = await loadProject(root);
  const stopwatch = new SaveStopwatch(onEvent);
  const session = { root, signal, onEvent, stopwatch, wantsSamples: options.samples !== false };
  const plane = options.controlPlane ?? 'embedded';
  await regenerate(root);
  const file = await progress.step('build the operator', () =>
    bundleOperator(root, { signal, name: bundleName('main') }),
  );
  await using started = await progress.step(`start the ${plane} control plane`, () =>
    startDevPlane(root, project, plane),
  );
  if (started.operatorKubeconfig === undefined)
    onEvent({
      type: 'status',
      message: 'there is no config/rbac: the operator runs with the rights of an administrator',
    });
  const resources = await writableResources(root);
  const kinds = await kindsOf(started.plane.client, resources, signal);
  const writes = new WatchedWrites(started.plane.client, { kinds, signal, onEvent });
  const log = new DevLog({ verbose: options.verbose, isDeleting: (object) => writes.isDeleting(object) });
  const types = new TypeWatch(root, signal, onEvent);
  await using manager = new DevManager({
    cwd: root,
    args: managerFlags(started, options.args),
    env: { ...definedOnly(env), ...managerEnvironment(started, project) },
    onLine: (line) => {
      const event = log.read(line);
      if (!event) return;
      onEvent(event);
      if (event.type === 'reconciled') stopwatch.reconciled();
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
  types.check();
  options.onReady?.({
    kubeconfig: started.kubeconfig,
    server: started.plane.config.server,
    resources: lookedAt(project, resources),
  });
  for (let changed = await sources.next(signal); !signal.aborted; changed = await sources.next(signal)) {
    onEvent({ type: 'status', message: `changed: ${changed.join(', ')}` });
    try {
      ({ project } = await loadProject(root));
      if (changed.some((one) => one.startsWith(`${layout.sources}/`))) {
        stopwatch.saved(sources.changedAt);
        await reload(started, manager, project, session);
        types.check();
      }
      await putSamples(started, session);
    } catch (error) {
      if (signal.aborted) return;
      onEvent(problemOf(error));
      onEvent({ type: 'status', message: 'waiting for a save; the last good build keeps running' });
    }
  }
}

interface Session {
  readonly root: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: DevEvent) => void;
  readonly stopwatch: SaveStopwatch;
  readonly wantsSamples: boolean;
}

/** While the new version cannot be built, the old one keeps running. */
async function reload(started: DevPlane, manager: DevManager, project: Project, session: Session): Promise<void> {
  const { signal, onEvent, stopwatch } = session;
  const file = await rebuild(session.root, signal);
  await started.refresh(project);
  await manager.stop();
  stopwatch.reloaded();
  await manager.replace(file);
  onEvent({ type: 'status', message: 'reloaded' });
}

/** Two sessions of one project must not run each other's builds. */
function bundleName(part: string): string {
  return `dev-${process.pid}-${part}`;
}

/** Generator and bundler work at the same time; most saves leave what the bundler reads as it is. */
async function rebuild(root: string, signal: AbortSignal): Promise<string> {
  const build = (): Promise<string> => bundleOperator(root, { signal, name: bundleName('next') });
  const first = build().then(
    (file) => ({ file }),
    (error: unknown) => ({ error }),
  );
  // What both complain about, the generator says with its place.
  const changesSources = await regenerate(root).catch(async (error: unknown) => {
    await first;
    throw error;
  });
  const result = await first;
  if (changesSources) return build();
  if ('error' in result) throw result.error;
  return result.file;
}

/** CRDs, roles, webhook configurations and kind descriptors follow the types; true when sources were written. */
async function regenerate(root: string): Promise<boolean> {
  const { changes } = await generate({ root, manifests: true, rights: 'ignore' });
  await applyChanges(root, changes);
  return changes.some(({ path }) => path.startsWith('src/'));
}

async function putSamples({ plane }: DevPlane, { root, signal, onEvent, wantsSamples }: Session): Promise<void> {
  if (!wantsSamples) return;
  for (const { name, file, problem } of await applySamples(plane.client, root, { signal })) {
    if (problem === undefined) onEvent({ type: 'status', message: `applied ${name}` });
    else
      onEvent({
        type: 'problem',
        message: `${file}: ${problem}`,
        fix: 'correct the sample; it is applied again when you save',
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

/** The project's own kinds first, then what its operator writes beside them. */
function lookedAt({ resources }: Project, writable: readonly WritableResource[]): string[] {
  const own = resources.flatMap((one) => (one.api ? [`${one.plural}.${qualifiedGroup(one)}`] : []));
  const others = writable.map(({ group, plural }) => (group === '' ? plural : `${plural}.${group}`));
  return [...new Set([...own, ...others])];
}

function problemOf(error: unknown): DevEvent {
  if (error instanceof UserError) {
    const { message, fix, code, diagnostics } = error;
    const onSave = 'correct what is listed above, and save';
    return { type: 'problem', message, fix: diagnostics.length > 0 ? onSave : fix, code, diagnostics };
  }
  return { type: 'problem', message: error instanceof Error ? error.message : String(error) };
}
