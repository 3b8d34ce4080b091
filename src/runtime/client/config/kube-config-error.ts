/** Kubeconfigs that cannot be used. */

/** Says which file, what is wrong in it, and how to fix it. */
export class KubeConfigError extends Error {
  override readonly name = 'KubeConfigError';
  /** File, or the name of what else was read. */
  readonly source: string;
  constructor(source: string, problem: string, cause?: unknown) {
    super(`${source}: ${problem}`, { cause });
    this.source = source;
  }
}
