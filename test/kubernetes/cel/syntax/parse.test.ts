import { expect, test } from 'vitest';
import { type Node, walkNodes } from '../../../../src/kubernetes/cel/syntax/node.js';
import { parseCel } from '../../../../src/kubernetes/cel/syntax/parse.js';
import { CelSyntaxError } from '../../../../src/kubernetes/cel/syntax/syntax-error.js';

/** Calls, names and literals of a tree, in the order in which they are written down. */
function outline(text: string): string {
  const parts: string[] = [];
  walkNodes(parseCel(text), (node) => parts.push(word(node)));
  return parts.join(' ');
}

function word(node: Node): string {
  if (node.kind === 'literal') return String(node.literal.value);
  if (node.kind === 'name' || node.kind === 'call') return node.name;
  return node.kind === 'select' ? `${node.isTest ? 'has' : ''}.${node.field}` : node.kind;
}

test.each([
  ['1 + 2 * 3', '_+_ 1 _*_ 2 3'],
  ['a || b && !c', '_||_ a _&&_ b !_ c'],
  ['a ? b : c ? d : e', '_?_:_ a b _?_:_ c d e'],
  ['-1', '-1'],
  ['--a', 'a'],
  ['- a', '-_ a'],
  ["a.b[0].c('x')", 'c _[_] .b a 0 x'],
  ['has(a.b)', 'has.b a'],
  ['a.?b[?1]', '_[?_] _?._ a b 1'],
  ['x in [1, 2]', '@in x list 1 2'],
  [String.raw`'\x41\u0042\103\n'`, 'ABC\n'],
  [String.raw`r'\d'`, String.raw`\d`],
  ['l.all(x, x > 1)', 'fold l true @not_strictly_false @result _&&_ @result _>_ x 1 @result'],
])('%s', (text, tree) => {
  expect(outline(text)).toBe(tree);
});

test.each([
  ['a b', 2],
  ['a.', 2],
  ['[1', 2],
  ['f(1,)', 4],
  ["'a", 0],
  ['a = b', 2],
  ['1 + if', 4],
  ['has(a)', 4],
  ['l.all(1, true)', 6],
  ['99999999999999999999', 0],
  [`${'('.repeat(300)}1${')'.repeat(300)}`, 250],
])('%s breaks at %i', (text, index) => {
  try {
    parseCel(text);
    expect.fail('it parses');
  } catch (error) {
    if (!(error instanceof CelSyntaxError)) throw error;
    expect(error.index).toBe(index);
  }
});
