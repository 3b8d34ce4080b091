/** What all examples have in common: applied, changed, broken, deleted. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import type { DeepReadonly, Kind } from '../../src/runtime/index.js';
import { eventually, type ControlPlane } from '../../src/testing/index.js';
import type { DeployedExample } from './stage.js';

/** What one example must do on a real control plane. */
export interface Story {
  readonly title: string;
  /** The folder below examples/. */
  readonly example: string;
  /** Another program of the example than its operator. */
  readonly entry?: Entry;
  readonly chapters: readonly Chapter[];
}

/** A program without a manager, and so without probes. */
export interface Entry {
  readonly source: string;
  /** What it prints when it is ready. */
  readonly isReady: RegExp;
}

/** One rule, shown on the running operator. Later chapters build on earlier ones. */
export interface Chapter {
  readonly title: string;
  play(actors: Actors): Promise<void>;
}

/** Who takes part. */
export interface Actors {
  readonly plane: ControlPlane;
  readonly example: DeployedExample;
}

/** Waiting on a busy machine. */
export const patient = { timeoutMs: 30_000 } as const;

/** Runs kubectl as a cluster administrator, as a user of the example would. */
export async function kubectl({ root }: DeployedExample, ...args: string[]): Promise<string> {
  const program = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  const kubeconfig = path.join(path.dirname(root), 'admin.kubeconfig');
  const { stdout } = await promisify(execFile)(program, [`--kubeconfig=${kubeconfig}`, ...args], { cwd: root });
  return stdout;
}

/** The objects of a kind that `owner` owns, without those that are about to go. */
export async function ownedBy<T extends KubeObject>(
  { client }: ControlPlane,
  kind: Kind<T>,
  owner: DeepReadonly<KubeObject> | undefined,
): Promise<DeepReadonly<T>[]> {
  const { items } = await client.list(kind);
  return items.filter(
    ({ metadata }) =>
      metadata.deletionTimestamp === undefined &&
      metadata.ownerReferences?.some(({ uid }) => uid === owner?.metadata.uid),
  );
}

/** Resolves when no object of these kinds is left that belonged to an object of kind `ownerKind`. */
export async function nothingLeft(
  { client }: ControlPlane,
  ownerKind: string,
  ...kinds: readonly { readonly gvk: { readonly kind: string } }[]
): Promise<void> {
  await eventually(
    async () => {
      const left: string[] = [];
      for (const kind of kinds as readonly Kind[]) {
        const { items } = await client.list(kind);
        const owned = items.filter(({ metadata }) => metadata.ownerReferences?.some((one) => one.kind === ownerKind));
        left.push(...owned.map(({ metadata }) => `${kind.gvk.kind} ${metadata.name}`));
      }
      if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
    },
    // The garbage collector may need half a minute to learn of a new kind.
    { timeoutMs: 60_000, intervalMs: 200 },
  );
}

/** What a command says when it fails, as it must. */
export async function refusal(command: Promise<string>): Promise<string> {
  return command.then(
    (output) => {
      throw new Error(`this should have been refused: ${output}`);
    },
    (error: unknown) => (error as { stderr: string }).stderr,
  );
}
