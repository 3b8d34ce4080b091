/** Steps through generics, interfaces, functions and computed types. */
import type { Step } from './writer.js';

export const TYPE_STEPS: readonly Step[] = [
  {
    name: 'alias',
    run: (writer, type) => {
      const name = writer.fresh('T');
      writer.declare(`type ${name} = ${type};`);
      return name;
    },
  },
  {
    name: 'generic class',
    run: (writer, type) => {
      const name = writer.fresh('C');
      writer.declare(`class ${name}<X> { p: X = null!; }`);
      return `${name}<${type}>['p']`;
    },
  },
  {
    name: 'generic interface',
    run: (writer, type) => {
      const name = writer.fresh('I');
      writer.declare(`interface ${name}<X> { p: X; q?: X[] }`);
      return `${name}<${type}>['p']`;
    },
  },
  {
    name: 'generic alias',
    run: (writer, type) => {
      const name = writer.fresh('G');
      writer.declare(writer.chance(50) ? `type ${name}<X> = X;` : `type ${name}<X> = { [K in 'p']: X }['p'];`);
      return `${name}<${type}>`;
    },
  },
  {
    name: 'overriding property',
    run: (writer, type) => {
      const [base, name] = [writer.fresh('B'), writer.fresh('I')];
      writer.declare(`interface ${base} { p: unknown; q?: string }`);
      writer.declare(`interface ${name} extends ${base} { p: ${type} }`);
      return `${name}['p']`;
    },
  },
  {
    name: 'picked property',
    run: (writer, type) => {
      const name = writer.fresh('I');
      writer.declare(`interface ${name} { p: ${type}; q?: string }`);
      return `Pick<${name}, 'p'>['p']`;
    },
  },
  {
    name: 'result of a function',
    run: (writer, type) => {
      const name = writer.fresh('f');
      writer.declare(
        writer.chance(50) ? `function ${name}(): ${type} { return null!; }` : `const ${name} = () => null! as ${type};`,
      );
      return `ReturnType<typeof ${name}>`;
    },
  },
  {
    name: 'parameter of a function',
    run: (writer, type) => {
      const name = writer.fresh('f');
      writer.declare(`declare function ${name}(p: ${type}): void;`);
      return `Parameters<typeof ${name}>[0]`;
    },
  },
  {
    name: 'conditional type',
    run: (_writer, type) => `(true extends true ? ${type} : never)`,
  },
  {
    name: 'awaited',
    run: (_writer, type) => `Awaited<Promise<${type}>>`,
  },
  {
    name: 'without null',
    run: (_writer, type) => `NonNullable<${type} | null>`,
  },
];
