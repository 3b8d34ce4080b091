/** What the steps of a route write: declarations of the main file, imports and modules. */
import type { Random } from '../random-programs/generate.js';

/** Aliases and a property with markers. */
export const ALIASES = `import type { Int32 } from 'kbts/runtime';
// +kubebuilder:validation:Minimum=1
export type Port = Int32;
// +kubebuilder:validation:MaxLength=9
export type Name = string;
// +kubebuilder:validation:MaxItems=4
export type Ports = Port[];
// +kubebuilder:validation:MaxProperties=3
export type Labels = Record<string, Name>;
// +kubebuilder:validation:MinLength=2
export type Mode = 'aa' | 'bb';
export interface Server {
  // +kubebuilder:validation:Maximum=7
  n: Int32;
}
`;

/** The names that the main file and every module import. */
export const NAMES = ['Port', 'Name', 'Ports', 'Labels', 'Mode', 'Server'];

/** Collects what the steps of a route declare. */
export class Writer {
  readonly main: string[] = [];
  readonly imports: string[] = [];
  readonly files = new Map<string, string>();
  private readonly random: Random;
  private count = 0;

  constructor(random: Random) {
    this.random = random;
  }

  fresh(prefix: string): string {
    return `${prefix}${++this.count}`;
  }

  chance(percent: number): boolean {
    return this.random.chance(percent);
  }

  declare(line: string): void {
    this.main.push(line);
  }

  /** A module of its own that imports the aliases; `type` may use only them. */
  module(text: string): string {
    const file = this.fresh('m');
    this.files.set(`src/v1/${file}.ts`, `import type { ${NAMES.join(', ')} } from './aliases.js';\n${text}\n`);
    return `./${file}.js`;
  }
}

/** One step: from a type as written to another way to write the same type. */
export interface Step {
  readonly name: string;
  /** Whether the type may name only aliases: the step writes it into another file. */
  readonly isElsewhere?: boolean;
  run(writer: Writer, type: string): string;
}
