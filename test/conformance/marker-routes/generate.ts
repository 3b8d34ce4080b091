/** Programs that route an alias with markers through values, classes, modules and generics before a field uses it. */
import type { Random } from '../random-programs/generate.js';
import { MODULE_STEPS } from './module-steps.js';
import { TYPE_STEPS } from './type-steps.js';
import { VALUE_STEPS } from './value-steps.js';
import { ALIASES, NAMES, Writer } from './writer.js';

/** A program, and the same one whose field names the alias directly. */
export interface RoutedProgram {
  readonly files: ReadonlyMap<string, string>;
  /** What the field of the routed program is, as written. */
  readonly type: string;
  /** The type of the field that it must equal. */
  readonly direct: string;
  /** The names of the steps, for messages. */
  readonly route: readonly string[];
}

/** Aliases, and properties, whose markers must not be lost. */
const TARGETS = ['Port', 'Name', 'Ports', 'Labels', 'Mode', "Server['n']"] as const;

const STEPS = [...VALUE_STEPS, ...TYPE_STEPS, ...MODULE_STEPS];

/** How the field uses the type, and what the direct form of that is. */
const USES: readonly ((type: string) => string)[] = [
  (type) => type,
  (type) => type,
  (type) => `(${type})[]`,
  (type) => `Record<string, ${type}>`,
  (type) => `{ p: ${type} }`,
  (type) => `${type} | null`,
];

/** A program with one to four steps. */
export function routedProgram(random: Random): RoutedProgram {
  const writer = new Writer(random);
  const target = random.pick(TARGETS);
  let type: string = target;
  const route: string[] = [];
  const length = 1 + random.below(4);
  for (let at = 0; at < length; at++) {
    const step = random.pick(STEPS.filter(({ isElsewhere }) => isElsewhere !== true || at === 0));
    type = step.run(writer, type);
    route.push(step.name);
  }
  const use = random.pick(USES);
  const files = new Map([
    ...writer.files,
    ['src/v1/aliases.ts', ALIASES],
    [
      'src/v1/types.ts',
      [
        '// +groupName=test.kbts.dev',
        '',
        "import type { CustomResource } from 'kbts/runtime';",
        `import type { ${NAMES.join(', ')} } from './aliases.js';`,
        ...writer.imports,
        ...writer.main,
        `export interface Spec { a: ${use(type)}; b: ${use(target)} }`,
        'export interface Row extends CustomResource<Spec> {}',
        '',
      ].join('\n'),
    ],
  ]);
  return { files, type: use(type), direct: use(target), route };
}
