/** Commands are over before V8's optimizing compiler has paid for itself. */
import 'node:module';
import 'node:vm';
import { setFlagsFromString } from 'node:v8';

/**
 * The flags that let V8 optimize later and collect garbage less often, by its major version; by default it spends a third
 * of the processor time of `kbts manifests` on code that ends a moment later. Newer versions need none: their middle
 * compiler comes first.
 */
export function laterOptimizing(v8: string): string | undefined {
  const major = Number.parseInt(v8, 10);
  // About eight times the default of each. V8 knows no other name for it than its own, which changes.
  if (major === 11) return `--interrupt-budget=1000000 ${FEW_COLLECTIONS}`;
  return major === 12 ? `--invocation-count-for-turbofan=24000 ${FEW_COLLECTIONS}` : undefined;
}

/** What a short run makes is needed until its end: room for it at once saves copying it at each collection. */
const FEW_COLLECTIONS = '--semi-space-growth-factor=16';

/** Before anything is compiled: V8 takes its compiled form of a script only with the flags it was made with. */
export function expectShortRun(v8: string = process.versions.v8): void {
  const flag = laterOptimizing(v8);
  // Node's own modules have a compiled form, which fits no longer afterwards: those that every command needs come first.
  void [process.stdout, process.stderr];
  if (flag !== undefined) setFlagsFromString(flag);
}

/** The commands that are run after every change of a type. `generate bundle` is another one. */
export function makesManifests([first, second]: readonly string[]): boolean {
  return first === 'manifests' || (first === 'generate' && second?.startsWith('-') !== false);
}

/**
 * Ends the process now that all is done: to take apart a heap that nobody needs any more takes V8 milliseconds. Where the
 * system has not taken all output yet, the process ends by itself.
 */
export function endShortRun({ stdout, stderr, exit }: Ending = process): void {
  if (stdout.writableLength + stderr.writableLength === 0) exit();
}

/** The part of `process` that is needed. */
interface Ending {
  readonly stdout: { readonly writableLength: number };
  readonly stderr: { readonly writableLength: number };
  exit(): void;
}
