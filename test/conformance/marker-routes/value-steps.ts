/** Steps through constants, objects, lists and classes. */
import type { Step } from './writer.js';

export const VALUE_STEPS: readonly Step[] = [
  {
    name: 'declared constant',
    run: (writer, type) => {
      const name = writer.fresh('v');
      writer.declare(writer.chance(50) ? `declare const ${name}: ${type};` : `let ${name}: ${type} = null!;`);
      return `typeof ${name}`;
    },
  },
  {
    name: 'assertion',
    run: (writer, type) => {
      const name = writer.fresh('v');
      writer.declare(`${writer.chance(50) ? 'const' : 'let'} ${name} = null! as ${type};`);
      return `typeof ${name}`;
    },
  },
  {
    name: 'property of an object',
    run: (writer, type) => {
      const name = writer.fresh('o');
      writer.declare(
        writer.chance(50)
          ? `const ${name} = { p: null! as ${type}, q: 1 };`
          : `declare const ${name}: { p: ${type}; q: number };`,
      );
      return writer.chance(50) ? `typeof ${name}.p` : `(typeof ${name})['p']`;
    },
  },
  {
    name: 'deep property',
    run: (writer, type) => {
      const name = writer.fresh('o');
      writer.declare(`const ${name} = { a: { p: null! as ${type} } };`);
      return `typeof ${name}.a.p`;
    },
  },
  {
    name: 'spread',
    run: (writer, type) => {
      const [one, two] = [writer.fresh('o'), writer.fresh('o')];
      writer.declare(`const ${one} = { p: null! as ${type} };`);
      writer.declare(`const ${two} = { r: true, ...${one} };`);
      return `(typeof ${two})['p']`;
    },
  },
  {
    name: 'shorthand property',
    run: (writer, type) => {
      const [one, two] = [writer.fresh('v'), writer.fresh('o')];
      writer.declare(`declare const ${one}: ${type};`);
      writer.declare(`const ${two} = { ${one} };`);
      return `(typeof ${two})['${one}']`;
    },
  },
  {
    name: 'item of a list',
    run: (writer, type) => {
      const name = writer.fresh('l');
      writer.declare(writer.chance(50) ? `declare const ${name}: (${type})[];` : `const ${name} = [null! as ${type}];`);
      return `(typeof ${name})[number]`;
    },
  },
  {
    name: 'destructured object',
    run: (writer, type) => {
      const [one, two] = [writer.fresh('o'), writer.fresh('d')];
      writer.declare(`const ${one} = { p: null! as ${type}, in: { p: null! as ${type} } };`);
      writer.declare(writer.chance(50) ? `const { p: ${two} } = ${one};` : `const { in: { p: ${two} } } = ${one};`);
      return `typeof ${two}`;
    },
  },
  {
    name: 'destructured list',
    run: (writer, type) => {
      const [one, two] = [writer.fresh('l'), writer.fresh('d')];
      writer.declare(`declare const ${one}: [${type}, boolean];`);
      writer.declare(`const [${two}] = ${one};`);
      return `typeof ${two}`;
    },
  },
  {
    name: 'default while destructuring',
    run: (writer, type) => {
      const [one, two] = [writer.fresh('o'), writer.fresh('d')];
      writer.declare(`declare const ${one}: { p?: ${type} };`);
      writer.declare(`const { p: ${two} = null! as ${type} } = ${one};`);
      return `typeof ${two}`;
    },
  },
  {
    name: 'class property',
    run: (writer, type) => {
      const name = writer.fresh('C');
      writer.declare(`class ${name} { ${writer.chance(50) ? `p: ${type} = null!` : `p = null! as ${type}`}; }`);
      return `${name}['p']`;
    },
  },
  {
    name: 'parameter property',
    run: (writer, type) => {
      const name = writer.fresh('C');
      writer.declare(`class ${name} { constructor(public p: ${type}) {} q = this.p; }`);
      return `${name}['${writer.chance(70) ? 'p' : 'q'}']`;
    },
  },
];
