/** How cluster commands tell what they are doing; the CLI shows it. */

/** Shows steps that take their time. */
export interface CommandProgress {
  /** Runs `work` as one visible step; `update` shows a detail of it. */
  step<T>(title: string, work: (update: (detail: string) => void) => Promise<T>): Promise<T>;
  /** Something the user should know, which does not stop the command. */
  warn(message: string): void;
}

/** The command's surroundings, which only the CLI knows. */
export interface CommandSurroundings {
  /** The root of the project. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly progress: CommandProgress;
}

/** Which cluster to talk to. */
export interface ClusterFlags {
  readonly kubeconfig?: string;
  readonly context?: string;
}
