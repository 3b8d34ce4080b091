/** apimachinery's labels and fields packages as judges of selectors. */
import { expect, test } from 'vitest';
import { matchesFields, parseFieldSelector } from '../../../src/kubernetes/selector/field-selector.js';
import { matchesLabels, parseLabelSelector, SelectorError } from '../../../src/kubernetes/selector/label-selector.js';
import { Choices, useJudge, type Answer, type Question } from '../judge/ask.js';

const ask = useJudge();
const choices = new Choices();

const KEYS = ['a', 'b', 'in', 'notin', 'example.com/c', 'a/b/c', 'A_b', '-x', ''];
const VALUES = ['x', 'y', '', '1', '12', '-3', 'in', 'x.y', 'bad-', 'x'.repeat(64)];
const GAPS = ['', '', '', ' ', '\t', '  '];

function requirement(): string {
  const [key, gap] = [choices.pick(KEYS), choices.pick(GAPS)];
  const value = (): string => `${choices.pick(GAPS)}${choices.pick(VALUES)}${choices.pick(GAPS)}`;
  if (choices.chance(0.2)) return `${choices.pick(['', '!', '! '])}${key}`;
  if (choices.chance(0.3)) {
    const values = Array.from({ length: choices.upTo(3) }, value).join(',');
    return `${key} ${choices.pick(['in', 'notin', 'IN'])} ${gap}(${values})`;
  }
  return `${key}${gap}${choices.pick(['=', '==', '!=', '>', '<', '=!', '=='])}${value()}`;
}

function labels(): Record<string, string> {
  const entries = Array.from({ length: choices.upTo(3) }, () => [choices.pick(KEYS), choices.pick(VALUES)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

function judged(read: () => boolean): Pick<Answer, 'verdict'> & { problem?: string } {
  try {
    return { verdict: read() };
  } catch (error) {
    if (error instanceof SelectorError) return { problem: error.message, verdict: false };
    throw error;
  }
}

function different(questions: readonly Question[], read: (question: Question) => boolean): object[] {
  const answers = ask(questions);
  return questions.flatMap((question, index) => {
    const { problem, verdict } = judged(() => read(question));
    const answer = answers[index];
    return problem === answer?.problem && verdict === answer?.verdict ? [] : [{ question, problem, verdict, answer }];
  });
}

test('10,000 label selectors are read, worded and matched as in Go', () => {
  const questions = Array.from({ length: 10_000 }, (): Question => {
    const text = Array.from({ length: 1 + choices.upTo(2) }, requirement).join(',');
    return { kind: 'labels', a: choices.chance(0.3) ? choices.spoilt(text, ',()=!<> ab') : text, labels: labels() };
  });
  const found = different(questions, ({ a, labels: given }) => matchesLabels(parseLabelSelector(a), given));

  expect(found.slice(0, 10), `KBTS_SEED=${choices.seed}, ${found.length} differ`).toEqual([]);
});

test('10,000 field selectors are read, worded and matched as in Go', () => {
  const piece = (): string =>
    choices.pick(['a', 'metadata.name', 'x', '=', '==', '!=', ',', '\\', '\\,', '\\=', ' ', '']);
  const questions = Array.from({ length: 10_000 }, (): Question => ({
    kind: 'fields',
    a: choices.join(8, piece),
    labels: { a: choices.pick(['a', 'x', '']), x: 'x' },
  }));
  const found = different(questions, ({ a, labels: given = {} }) =>
    matchesFields(parseFieldSelector(a), (field) => given[field] ?? ''),
  );

  expect(found.slice(0, 10), `KBTS_SEED=${choices.seed}, ${found.length} differ`).toEqual([]);
});
