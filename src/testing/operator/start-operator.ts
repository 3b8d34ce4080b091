/** A project's operator as a process of its own, built as for production. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ControlPlane } from '../control-plane.js';
import { reservePorts } from '../envtest/reserved-ports.js';
import { kubeconfigText } from '../kubeconfig-text.js';
import { startControlPlane } from '../start-control-plane.js';
import { type Exit, runOperator, type RunningOperator } from './run-operator.js';

const CRDS = ['config/crd/bases', 'config/crd/external'];

/** What to start, and where. */
export interface StartOperatorOptions {
  /** Folder of the project; the current one unless given. */
  readonly root?: string | undefined;
  /** More flags of the operator. */
  readonly flags?: readonly string[] | undefined;
  /** More variables of its environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** How long it may take to become ready; 60 seconds unless given. */
  readonly readyTimeoutMs?: number | undefined;
}

/** An operator that is ready. */
export interface StartedOperator extends AsyncDisposable {
  /** Its control plane, with the CRDs of the project. */
  readonly plane: ControlPlane;
  /** All that it has written so far. */
  log(): string;
  /** Tells it to stop, and waits; then the control plane stops as well. */
  stop(): Promise<Exit>;
}

/**
 * Builds the operator of a project with its own script, runs it with the rights of its roles on a new control plane, and waits
 * until it is ready. Rejects with its output when it ends before.
 * @example
 * ```ts
 * // In a project, without arguments: `const operator = await startOperator();`, and at the end `await operator.stop();`.
 * const failed = await startOperator({ root: '/no/such/project' }).catch((error: unknown) => error instanceof Error);
 * console.log(failed); // true
 * ```
 */
export async function startOperator(options: StartOperatorOptions = {}): Promise<StartedOperator> {
  const { root = process.cwd() } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'operator-'));
  const crds = CRDS.map((crd) => path.join(root, crd)).filter((crd) => existsSync(crd));
  const plane = await startControlPlane({ crds, webhooks: { paths: [] } }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true });
    throw error;
  });
  const clean = async (): Promise<void> => {
    await plane.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const operator = await run(plane, folder, { ...options, root });
    return started(plane, operator, clean);
  } catch (error) {
    await clean();
    throw error;
  }
}

async function run(
  plane: ControlPlane,
  folder: string,
  options: StartOperatorOptions & { readonly root: string },
): Promise<RunningOperator> {
  const { root, flags = [], env = {}, readyTimeoutMs = 60_000 } = options;
  const kubeconfig = path.join(folder, 'kubeconfig');
  const main = path.join(folder, 'main.mjs');
  await writeFile(kubeconfig, kubeconfigText(await plane.asOperator(path.join(root, 'config/rbac'))), { mode: 0o600 });
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', main], { cwd: root });
  using reserved = await reservePorts(1);
  const [healthPort = 0] = reserved.ports;
  const { port, certDir } = plane.webhooks ?? {};
  return await runOperator({
    args: [
      '--enable-source-maps',
      main,
      `--health-probe-bind-address=127.0.0.1:${healthPort}`,
      '--metrics-bind-address=0',
      ...(port === undefined ? [] : [`--webhook-port=${port}`, `--webhook-cert-path=${certDir}`]),
      ...flags,
    ],
    cwd: root,
    // Only operators that watch some namespaces read WATCH_NAMESPACE.
    env: { ...process.env, KUBECONFIG: kubeconfig, WATCH_NAMESPACE: 'default', ...env },
    readyUrl: `http://127.0.0.1:${healthPort}/readyz`,
    readyTimeoutMs,
  });
}

function started(plane: ControlPlane, operator: RunningOperator, clean: () => Promise<void>): StartedOperator {
  let stopped: Promise<Exit> | undefined;
  const end = async (): Promise<Exit> => {
    try {
      return await operator.stop();
    } finally {
      await clean();
    }
  };
  const stop = (): Promise<Exit> => (stopped ??= end());
  return { plane, log: operator.log, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}
