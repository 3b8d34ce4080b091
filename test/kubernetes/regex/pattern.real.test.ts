/** Go's own `regexp` as the judge: the same verdict, the same words, the same matches. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compilePattern } from '../../../src/kubernetes/regex/pattern.js';
import { type Question, randomQuestions } from './random-patterns.js';
import { seedOf } from '../../lanes/seed.js';

const folder = mkdtempSync(path.join(tmpdir(), 'kbts-regex-'));
const program = path.join(folder, 'judge');

beforeAll(() => {
  execFileSync('go', ['build', '-o', program, '.'], { cwd: path.join(import.meta.dirname, 'go') });
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true }));

test('4,000 random patterns are judged as Go judges them', () => {
  const seed = seedOf();
  const questions = randomQuestions(seed, 4000);

  const theirs = askGo(questions);
  const ours = questions.map(answer);

  const refused = theirs.filter((line) => line.startsWith('{"error"')).length;
  const different = questions.flatMap((question, index) =>
    ours[index] === theirs[index] ? [] : [{ ...question, ours: ours[index], theirs: theirs[index] }],
  );
  expect(different.slice(0, 10), `seed ${seed}, ${different.length} differ`).toEqual([]);
  expect(refused).toBeGreaterThan(400);
  expect(refused).toBeLessThan(3000);
}, 300_000);

test('patterns that are too deep or too large are refused in the same words', () => {
  const questions = ['('.repeat(1001) + ')'.repeat(1001), '(?:a{100}){11}', `${'x{1000}'.repeat(40)}(?:y{900}){2}`].map(
    (pattern) => ({ pattern, texts: ['x'] }),
  );

  expect(questions.map(answer)).toEqual(askGo(questions));
});

function askGo(questions: readonly Question[]): string[] {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('');
  return execFileSync(program, { input, encoding: 'utf8', maxBuffer: 2 ** 30 })
    .trim()
    .split('\n')
    .map(plain);
}

function plain(line: string): string {
  const { error, found } = JSON.parse(line) as { error?: string; found?: string[][] };
  return JSON.stringify(error === undefined ? { found } : { error });
}

function answer({ pattern, texts }: Question): string {
  const compiled = compilePattern(pattern);
  if (compiled.kind === 'wrong') return JSON.stringify({ error: `error parsing regexp: ${compiled.message}` });
  return JSON.stringify({ found: texts.map((text) => compiled.pattern.findAll(text)) });
}
