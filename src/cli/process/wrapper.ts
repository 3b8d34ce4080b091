/**
 * Notices when the wrapper that started this process has ended. npm passes signals to the shell between us and it, and no
 * further; and nothing passes on a SIGKILL. A forgotten `kbts run` would keep working against a cluster.
 */
import { readFileSync } from 'node:fs';

/** What is known about a process. */
export interface ProcessFacts {
  readonly parent: number;
  /** The name of its program. */
  readonly name: string;
}

/** The world that is looked at; tests replace it. */
export interface WrapperWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The parent of this process. */
  readonly parent: () => number;
  /** Undefined where the system does not show other processes. */
  readonly factsOf: (pid: number) => ProcessFacts | undefined;
}

const everyMs = 1000;
const shells = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'busybox']);

/** Calls back once when npm, npx or the shell between them and us has ended. Does nothing without such a wrapper. */
export function onWrapperEnd(ended: () => void, world: WrapperWorld = thisProcess): { stop(): void } {
  const hasEnded = wrapperCheck(world);
  if (hasEnded === undefined) return { stop: () => undefined };
  const timer = setInterval(() => {
    if (!hasEnded()) return;
    clearInterval(timer);
    ended();
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Whether the wrapper has ended; undefined when there is none, as a shell may end before what it started. */
export function wrapperCheck({ env, parent, factsOf }: WrapperWorld): (() => boolean) | undefined {
  if (env['npm_lifecycle_event'] === undefined && env['npm_command'] === undefined) return undefined;
  const first = parent();
  const facts = factsOf(first);
  const isShell = facts !== undefined && shells.has(facts.name);
  return () => parent() !== first || (isShell && factsOf(first)?.parent !== facts.parent);
}

const thisProcess: WrapperWorld = { env: process.env, parent: () => process.ppid, factsOf: factsFromProc };

/** From /proc/<pid>/stat, which Linux has: `12 (name of the program) S 11 …`. */
export function factsFromProc(pid: number): ProcessFacts | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [start, end] = [text.indexOf('('), text.lastIndexOf(')')];
    const parent = Number(text.slice(end + 2).split(' ')[1]);
    return Number.isSafeInteger(parent) ? { parent, name: text.slice(start + 1, end) } : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
