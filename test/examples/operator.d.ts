/** What to run, and how. */
export interface OperatorOptions {
    readonly command: readonly [string, ...string[]];
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
    readonly cwd: string;
    readonly healthPort: number;
}
/** A running operator. Disposing of it ends it, however it ended its own work. */
export interface Operator extends AsyncDisposable {
    /** Everything that it has printed. */
    readonly log: string;
    /** Asks it to stop; resolves to its exit code. */
    stop(): Promise<number | null>;
}
/** Resolves when the operator says that it is ready. */
export declare function startOperator({ command, args, env, cwd, healthPort }: OperatorOptions): Promise<Operator>;
