import type { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { CheckerFiles } from '../../../src/reader/checker/checker-files.js';
import { startChecker } from '../../../src/reader/checker/checker-host.js';
import { viewFiles } from '../../../src/reader/sources/files.js';
import { Program } from '../../../src/reader/sources/program.js';
import { loadTypeScript } from '../../../src/typescript/load.js';

const api = loadTypeScript();

function open(files: Readonly<Record<string, string>>): Program {
  const texts = new Map(Object.entries(files).map(([name, text]) => [`/project/${name}`, text]));
  return new Program(api, '/project', viewFiles({ texts }));
}

test('files come behind those that they lead to, and those that declare for others are known', () => {
  const files = new CheckerFiles(
    open({
      'a.ts': "import './b.js';\nimport './c.js';",
      'b.d.ts': "export * from './c.js';\nexport * from './a.js';",
      'c.d.ts': 'interface C {}',
    }),
    () => undefined,
  );
  files.add('/project/a.ts');

  expect(files.known).toEqual(['/project/c.d.ts', '/project/b.d.ts', '/project/a.ts']);
  expect([...files.global]).toEqual(['/project/c.d.ts']);
});

test('a file is bound when it is asked for, and one that nothing leads to is not there', () => {
  const bound: string[] = [];
  const files = new CheckerFiles(open({ 'a.ts': "import './b.js';", 'b.d.ts': 'export {};', 'c.ts': '' }), (file) => {
    bound.push(file.fileName);
  });
  files.add('/project/a.ts');
  expect(bound).toEqual([]);
  expect([files.load('/project/b.d.ts'), files.load('/project/b.d.ts')?.fileName]).toEqual([
    files.load('/project/b.d.ts'),
    '/project/b.d.ts',
  ]);

  expect(files.load('/project/c.ts')).toBeUndefined();
  expect(bound).toEqual(['/project/b.d.ts']);
});

test('nodes of a file that only the checker has read know their parents', () => {
  const program = open({
    'a.ts': "import type { B } from './b.js';\nexport type A = B<1>;",
    'b.d.ts': [
      'export type B<T extends readonly [first?: 1] | unknown = never> = { -readonly [K in keyof T as `${K & string}`]?: T[K] };',
      'export declare abstract class C<T> extends D implements E { private static a?: 1; get b(): 2; constructor(x?: 1); }',
      'export declare function f(this: void, { a, b = 1 }?: { a: 1 }, ...rest: any[]): asserts this is 1;',
      "export declare enum E { A = 1 << 2, 'b-c' = `x` }\nexport default interface D { (a: 1): void; new (): D; [key: string]: any }",
    ].join('\n'),
  });
  program.unit('/project/a.ts');
  const file = startChecker(program).fileOf('/project/b.d.ts');
  let nodes = 0;
  const visit = (node: ts.Node): void => {
    api.forEachChild(node, (child) => {
      nodes++;
      expect(child.parent).toBe(node);
      visit(child);
    });
  };
  if (file !== undefined) visit(file);

  expect(nodes).toBeGreaterThan(100);
});
