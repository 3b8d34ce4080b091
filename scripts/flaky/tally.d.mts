/** As much of vitest's JSON report as is read. */
export interface Report {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export class Tally {
  add(round: { log: string; exitCode: number; report?: Report }): number;
  get hasFailures(): boolean;
  summary(): string;
}
