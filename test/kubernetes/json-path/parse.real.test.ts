/** client-go's jsonpath package as the judge of paths: what is one, what it finds. */
import { expect, test } from 'vitest';
import { findByPath } from '../../../src/kubernetes/json-path/find.js';
import { Amount, parseJsonPath } from '../../../src/kubernetes/json-path/parse.js';
import { Choices, useJudge, type Question } from '../judge/ask.js';

const ask = useJudge();
const choices = new Choices();

const NAMES = ['a', 'b', 'list', 'name', 'x\\.y', 'toString', ''];
const OPERATORS = ['==', '!=', '<', '<=', '>', '>=', '=', '=>'];
const LITERALS = [
  '"x"',
  "'y'",
  '1',
  '2',
  '-1',
  '1.5',
  'true',
  'false',
  '@.a',
  '$.a',
  '"q\\"t"',
  '"\\u0041"',
  "'\\n'",
  'z',
];

function filter(): string {
  const left = `@${choices.chance(0.8) ? `.${choices.pick(NAMES)}` : ''}`;
  if (choices.chance(0.2)) return `[?(${left})]`;
  const gap = choices.pick(['', '', ' ']);
  return `[?(${left}${gap}${choices.pick(OPERATORS)}${gap}${choices.pick(LITERALS)})]`;
}

function slice(): string {
  const bound = (): string => (choices.chance(0.3) ? '' : String(choices.upTo(6) - 3));
  return choices.chance(0.5) ? bound() : `${bound()}:${bound()}${choices.chance(0.3) ? `:${bound()}` : ''}`;
}

function step(): string {
  const key = (): string => `'${choices.pick(NAMES)}'`;
  switch (choices.upTo(9)) {
    case 0:
      return filter();
    case 1:
      return `[${slice()}]`;
    case 2:
      return `[${key()}]`;
    case 3:
      return `[${choices.pick([key, slice])()},${choices.pick(['', ' '])}${choices.pick([key, slice])()}]`;
    case 4:
      return choices.pick(['[*]', '.*', `..${choices.pick(NAMES)}`]);
    default:
      return `.${choices.pick(NAMES)}`;
  }
}

/** Members of objects come in no order in Go: an object has at most one member that contains something. */
function value(depth: number): unknown {
  if (depth > 0 && choices.chance(0.4)) return Array.from({ length: choices.upTo(3) }, () => value(depth - 1));
  if (depth > 0 && choices.chance(0.7)) return { [choices.pick(['a', 'b', 'list', 'name', 'x.y'])]: value(depth - 1) };
  return choices.pick(['x', 'y', '', 1, 2, -1, 1.5, true, false, null, 'A']);
}

/** `range` and `end` are for templates: columns show nothing useful. */
const isForTemplates = (path: string): boolean => /range|end/.test(path);
const plain = (found: unknown): unknown => (found instanceof Amount ? found.amount : found);

test('10,000 paths are read and followed as client-go does', () => {
  const questions = Array.from({ length: 10_000 }, (): Question => {
    const path = Array.from({ length: 1 + choices.upTo(3) }, step).join('');
    return {
      kind: 'path',
      a: choices.chance(0.2) ? choices.spoilt(path, `.[]'"?()@$*,:{} \\1a&-`) : path,
      value: { [choices.pick(['a', 'b', 'list'])]: value(3) },
    };
  }).filter(({ a }) => !isForTemplates(a));
  const answers = ask(questions);
  const wrong = questions.flatMap((question, index): object[] => {
    const { problem } = parseJsonPath(question.a);
    const found = findByPath(question.value, question.a).map(plain);
    const answer = answers[index];
    const isSame =
      problem === answer?.problem &&
      JSON.stringify(found) === JSON.stringify(answer?.failed === true ? [] : (answer?.found ?? []));
    return isSame ? [] : [{ question, problem, found, answer }];
  });

  expect(wrong.slice(0, 5), `KBTS_SEED=${choices.seed}, ${wrong.length} differ`).toEqual([]);
  expect(answers.filter(({ found }) => (found ?? []).length > 0).length).toBeGreaterThan(300);
});
