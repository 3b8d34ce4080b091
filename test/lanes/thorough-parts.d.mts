export interface Unit {
  readonly file: string;
  readonly seconds: number;
  readonly slice?: string;
}
export const PART_SECONDS: number;
export function partsOf(files: readonly string[], measured: Readonly<Record<string, number>>): Unit[][];
export function secondsOf(part: readonly Unit[]): number;
