import { expect, test } from 'vitest';
import { Checker } from '../../../src/reader/checker/checker.js';
import { viewFiles } from '../../../src/reader/sources/files.js';
import { Program } from '../../../src/reader/sources/program.js';
import { loadTypeScript } from '../../../src/typescript/load.js';

const FILE = '/project/src/types.ts';

function open(text: string, others: Readonly<Record<string, string>> = {}): Checker {
  const texts = new Map([[FILE, text], ...Object.entries(others)]);
  const program = new Program(loadTypeScript(), '/project', viewFiles({ texts }));
  program.unit(FILE);
  return new Checker(program);
}

test('nodes of the reader can be asked about', () => {
  const checker = open("import type { B } from './b.js';\ntype A = Omit<B, 'x'>;", {
    '/project/src/b.ts': 'export interface B { x: string; y: number }',
  });
  const [, alias] = checker.program.unit(FILE)?.ast.statements ?? [];
  if (alias === undefined || !checker.program.ts.isTypeAliasDeclaration(alias)) throw new Error('no alias');

  expect(
    checker
      .typeOf(alias.type)
      ?.getProperties()
      .map(({ name }) => name),
  ).toEqual(['y']);
  expect(checker.declaredType(alias)).toBe(checker.typeOf(alias.type));
});

test('a file that the checker has not seen is not guessed about', () => {
  const checker = open('type A = string;');
  expect(checker.types).toBeDefined();
  const late = checker.program.ts.createSourceFile('/late.ts', 'type B = string;', 99, true);
  const [statement] = late.statements;

  expect(statement === undefined ? undefined : checker.typeOf(statement)).toBeUndefined();
});
