import { expect, test } from 'vitest';
import { readBindings } from '../../../src/reader/sources/bindings.js';
import { makeUnit } from '../../../src/reader/sources/unit.js';
import { loadTypeScript } from '../../../src/typescript/load.js';

const ts = loadTypeScript();
const bindings = (text: string) => readBindings(ts, makeUnit(ts, '/', '/a.ts', text));

test('finds declarations, imports and exports', () => {
  const found = bindings(
    "import d, { a as b, type c } from './x.js';\nimport * as ns from 'y';\ninterface I {}\nclass C {}\nenum E {}\nconst k = 1;\nexport { I as J };\nexport { z as w } from './q.js';\nexport * from './r.js';\nexport * as s from './t.js';",
  );

  expect([...found.declarations.keys()]).toEqual(['I', 'C', 'E', 'k']);
  expect([...found.imports].map(([name, from]) => `${name}=${from.specifier}#${from.name}`)).toEqual([
    'd=./x.js#default',
    'b=./x.js#a',
    'c=./x.js#c',
    'ns=y#*',
  ]);
  expect([...found.exported]).toEqual([['J', 'I']]);
  expect([...found.reexported].map(([name, from]) => `${name}=${from.name}`)).toEqual(['w=z', 's=*']);
  expect(found.starExports.map(({ specifier }) => specifier)).toEqual(['./r.js']);
});
