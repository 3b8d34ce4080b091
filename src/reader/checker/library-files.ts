/**
 * JavaScript's own types for the checker. Each name is a file of its own, which is parsed when the checker first asks for
 * the name: a program uses few of them, and their syntax would take longer than the types of most programs.
 */
import type { ts } from 'ts-morph';
import { libraryParts } from '../../typescript/library.js';
import type { TypeScript } from '../../typescript/load.js';

const PREFIX = '/kbts-library/';

/** Names that the checker asks for while it starts. */
const FIRST = [
  'IArguments Array Object Function CallableFunction NewableFunction String Number Boolean RegExp ReadonlyArray ThisType',
].flatMap((line) => line.split(' '));

/** Trees are the same in every run, for each compiler. */
const shared = new WeakMap<TypeScript, Map<string, ts.SourceFile>>();

/** Whether a file is one of these. */
export function isLibraryFile(file: ts.SourceFile): boolean {
  return file.fileName.startsWith(PREFIX);
}

/** The files of the library. */
export class LibraryFiles {
  private readonly ts: TypeScript;
  private readonly parts = libraryParts();
  private readonly bind: (file: ts.SourceFile) => void;
  private readonly used = new Set<string>();

  constructor(ts: TypeScript, bind: (file: ts.SourceFile) => void) {
    this.ts = ts;
    this.bind = bind;
  }

  /** What the checker needs to start; other files may add to `names`. */
  first(names: Iterable<string>): ts.SourceFile[] {
    return [...FIRST, ...names].flatMap((name) => this.file(name) ?? []);
  }

  /** Lets a table of global names find the rest of the library when it is asked for. */
  addTo(table: ts.SymbolTable): void {
    const add = (name: string): void => {
      const file: (ts.SourceFile & { readonly locals?: ts.SymbolTable }) | undefined = this.file(name);
      file?.locals?.forEach((symbol, key) => {
        if (!Map.prototype.has.call(table, key)) table.set(key, symbol);
      });
    };
    const all = (): void => {
      for (const name of this.parts.keys()) add(name);
    };
    Object.assign(table, {
      get: (name: ts.__String) => {
        add(name as string);
        return Map.prototype.get.call(table, name) as unknown;
      },
      has: (name: ts.__String) => {
        add(name as string);
        return Map.prototype.has.call(table, name);
      },
    });
    for (const way of ['forEach', 'keys', 'values', 'entries', Symbol.iterator] as const) {
      const whole = Map.prototype[way] as (...args: unknown[]) => unknown;
      Object.assign(table, {
        [way]: (...args: unknown[]) => {
          all();
          return whole.apply(table, args);
        },
      });
    }
  }

  /** The file of a name that was not asked for before. */
  private file(name: string): ts.SourceFile | undefined {
    const text = this.used.has(name) ? undefined : this.parts.get(name);
    this.used.add(name);
    if (text === undefined) return undefined;
    const { ts } = this;
    const files = shared.get(ts) ?? new Map<string, ts.SourceFile>();
    shared.set(ts, files);
    const known = files.get(name) ?? ts.createSourceFile(`${PREFIX}${name}.d.ts`, text, ts.ScriptTarget.Latest, false);
    files.set(name, known);
    this.bind(known);
    return known;
  }
}
