/** `kbts manifests --watch`: runs again whenever a source changes. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { CommandPlan } from './command-plan.js';
import { noSources } from './manifests-plan.js';
import { manifests, type ManifestsOptions } from './manifests.js';
import { watchFolder } from './watched-folder.js';

/** What a watcher is told. */
export interface WatchHandlers {
  /** After each run; the changes are not written yet. */
  readonly onPlan: (plan: CommandPlan) => Promise<void> | void;
  /** When the sources have errors; watching goes on. */
  readonly onError: (error: unknown) => Promise<void> | void;
}

/** Changes that come together are one run. */
const QUIET_MS = 40;

/** Runs once, then after every change of a source, until the signal aborts. Runs never overlap. */
export async function watchManifests(
  options: ManifestsOptions,
  handlers: WatchHandlers,
  signal: AbortSignal,
): Promise<void> {
  let wake: (() => void) | undefined;
  let isDirty = true;
  const touch = (): void => {
    isDirty = true;
    wake?.();
  };
  const folders = [...new Set((options.paths ?? ['src']).map((pattern) => watchedFolder(options.root, pattern)))];
  const watchers = folders.map((folder) => watchFolder(folder, touch));
  signal.addEventListener('abort', touch, { once: true });
  try {
    while (!signal.aborted) {
      if (!isDirty) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
        continue;
      }
      isDirty = false;
      await run(options, handlers);
    }
  } finally {
    for (const watcher of watchers) watcher[Symbol.dispose]();
    signal.removeEventListener('abort', touch);
  }
}

async function run(options: ManifestsOptions, handlers: WatchHandlers): Promise<void> {
  try {
    await handlers.onPlan(await manifests(options));
  } catch (error) {
    await handlers.onError(error);
  }
}

/** The folder that stands before the first wildcard, or around a file. */
function watchedFolder(root: string, pattern: string): string {
  const star = pattern.search(/[*?{[]/);
  const place = path.resolve(root, star < 0 ? pattern : pattern.slice(0, star).replace(/[^/]*$/, ''));
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) throw noSources([pattern]);
  return found.isDirectory() ? place : path.dirname(place);
}
