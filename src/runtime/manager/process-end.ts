/** The end of the process after a stop that a signal asked for. */
import type { Logger } from '../log/logger.js';

/** The part of `process` that is needed. */
export interface EndingProcess {
  exitCode?: number | string | null | undefined;
  exit(code?: number | string | null): void;
  getActiveResourcesInfo?(): string[];
}

/** Time for what runs after the manager, such as closing a database. */
const PATIENCE_MS = 2000;

const ofProcess = new WeakSet<AbortSignal>();

/** Marks a signal that stands for the end of the process. */
export function markEndOfProcess(signal: AbortSignal): AbortSignal {
  ofProcess.add(signal);
  return signal;
}

/**
 * When everything has stopped because of such a signal, the process ends by itself as soon as nothing is left to do. What
 * keeps it from ending, such as a timer of a library, is named in the log, and does not keep it for long: otherwise
 * Kubernetes would kill it after the grace period, as if it had hung.
 */
export function endProcess(
  signal: AbortSignal | undefined,
  { log, patienceMs = PATIENCE_MS, ending = process }: { log: Logger; patienceMs?: number; ending?: EndingProcess },
): void {
  if (!signal?.aborted || !ofProcess.has(signal)) return;
  const timer = setTimeout(() => {
    const resources = ending.getActiveResourcesInfo?.() ?? [];
    log.info('ending the process, although something still keeps its event loop alive', {
      resources: counted(resources),
    });
    ending.exit(ending.exitCode ?? 0);
  }, patienceMs);
  // It must not be what keeps the process alive.
  timer.unref();
}

/** `Timeout × 2` in place of each by itself. */
function counted(resources: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of resources) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} × ${count}`));
}
