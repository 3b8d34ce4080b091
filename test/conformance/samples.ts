/** Objects that the API server must accept, reject, or change as expected; one file for each set of types. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The content of `objects.json`: specs by the name of what they show. */
export interface Samples {
  readonly accept: Readonly<Record<string, object>>;
  readonly reject: Readonly<Record<string, object>>;
  /** What the API server makes of a spec: defaults filled in, unknown fields dropped or kept. */
  readonly becomes?: Readonly<Record<string, { readonly send: object; readonly expect: object }>>;
  /** Which changes of a stored spec it takes. */
  readonly update?: Readonly<
    Record<string, { readonly from: object; readonly accept: readonly object[]; readonly reject: readonly object[] }>
  >;
}

/** The samples of a folder. */
export function readSamples(folder: string): Samples {
  return JSON.parse(readFileSync(path.join(folder, 'objects.json'), 'utf8')) as Samples;
}
