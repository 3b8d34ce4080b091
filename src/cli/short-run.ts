/** Commands are over before V8's optimizing compiler has paid for itself. */
import { setFlagsFromString } from 'node:v8';

/**
 * The flag that lets V8 optimize later, by its major version; by default it spends a third of the processor time of
 * `kbts manifests` on code that ends a moment later. Newer versions need none: their middle compiler comes first.
 */
export function laterOptimizing(v8: string): string | undefined {
  const major = Number.parseInt(v8, 10);
  // About eight times the default of each. V8 knows no other name for it than its own, which changes.
  if (major === 11) return '--interrupt-budget=1000000';
  return major === 12 ? '--invocation-count-for-turbofan=24000' : undefined;
}

/** Before anything is compiled: V8 takes its compiled form of a script only with the flags it was made with. */
export function expectShortRun(v8: string = process.versions.v8): void {
  const flag = laterOptimizing(v8);
  if (flag !== undefined) setFlagsFromString(flag);
}
