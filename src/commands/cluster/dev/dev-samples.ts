/** Puts the samples of a project into the control plane of `kbts dev`. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import type { Client } from '../../../runtime/client/client.js';
import { readInside } from '../../../scaffold/read-inside.js';
import { identityOf, nameOf } from '../apply/object-name.js';
import { parseObjects } from '../deploy/rendered-config.js';
import { hideValues, valuesOfSecret } from '../secrets/hidden-values.js';
import { layout } from '../../../project/layout.js';

/** Where samples are. */
/** What became of one sample. */
export interface SampleOutcome {
  readonly file: string;
  readonly name: string;
  /** Why it was not accepted. */
  readonly problem?: string;
}

/**
 * Applies all samples. While webhooks start, the API server refuses what they have to judge, so each sample is tried
 * for some seconds.
 */
export async function applySamples(
  client: Client,
  root: string,
  options: { readonly patienceMs?: number; readonly signal: AbortSignal },
): Promise<SampleOutcome[]> {
  const outcomes: SampleOutcome[] = [];
  const bound = client.with({ namespace: 'default' });
  for (const file of await sampleFiles(root)) {
    const relative = path.posix.join(layout.samples, file);
    try {
      const text = readInside(root, relative) ?? '';
      for (const object of parseObjects(text, relative)) {
        const problem = await apply(() => bound.apply(object, { fieldManager: 'kbts-dev', force: true }), options);
        const shown = problem === undefined ? undefined : hideValues(problem, valuesOfSecret(object));
        outcomes.push({ file: relative, name: nameOf(identityOf(object)), problem: shown });
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      outcomes.push({ file: relative, name: relative, problem: error.message });
    }
  }
  return outcomes;
}

async function apply(
  work: () => Promise<unknown>,
  { patienceMs = 15_000, signal }: { readonly patienceMs?: number; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      await work();
      return undefined;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const mayPass = /failed calling webhook|conversion webhook/.test(message);
      if (!mayPass || Date.now() >= deadline || signal.aborted) return message;
      await delay(200, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function sampleFiles(root: string): Promise<string[]> {
  const names = await readdir(path.join(root, layout.samples)).catch(() => []);
  return names.filter((name) => /\.ya?ml$/.test(name) && !/^kustomization\.ya?ml$/.test(name)).sort();
}
