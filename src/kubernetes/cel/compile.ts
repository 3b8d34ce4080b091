/** Expressions, checked as the API server checks them before it runs one. */
import { type Checked, checkTypes } from './check/check.js';
import type { CelProblem } from './check/check-words.js';
import { type Names, STANDARD_NAMES } from './check/functions.js';
import { literalProblems } from './check/literal-check.js';
import { parseCel } from './syntax/parse.js';
import { CelSyntaxError } from './syntax/syntax-error.js';
import type { Type } from './check/types.js';

/** An expression that can be run, or what is wrong with it. */
export type Compiled =
  | { readonly kind: 'expression'; readonly checked: Checked }
  | { readonly kind: 'wrong'; readonly sort: 'syntax' | 'type'; readonly problems: readonly CelProblem[] };

/** Parses and checks an expression in which these variables can be read. */
export function compileCel(text: string, variables: Readonly<Record<string, Type>>, names = STANDARD_NAMES): Compiled {
  const checked = tryCheck(text, variables, names);
  if ('kind' in checked) return checked;
  const problems = checked.problems.length > 0 ? checked.problems : literalProblems(checked);
  if (problems.length === 0) return { kind: 'expression', checked };
  return { kind: 'wrong', sort: 'type', problems: [...problems].sort((left, right) => left.at - right.at) };
}

/** Longer expressions are not even parsed. */
const MOST_CODE_POINTS = 100_000;

function tryCheck(text: string, variables: Readonly<Record<string, Type>>, names: Names): Checked | Compiled {
  const size = text.length > MOST_CODE_POINTS ? [...text].length : text.length;
  if (size > MOST_CODE_POINTS) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${MOST_CODE_POINTS}`;
    return { kind: 'wrong', sort: 'syntax', problems: [{ message, at: NOWHERE }] };
  }
  try {
    return checkTypes(parseCel(text), variables, names);
  } catch (error) {
    if (!(error instanceof CelSyntaxError)) throw error;
    const message = error.isGrammar ? `Syntax error: ${error.message}` : error.message;
    return { kind: 'wrong', sort: 'syntax', problems: [{ message, at: error.index }] };
  }
}

/** Problems as the API server prints them, with the line and a mark below the place. */
export function showProblems(text: string, problems: readonly CelProblem[]): string {
  const lines = text.split('\n');
  const shown = problems.slice(0, MOST_SHOWN).map((problem) => `ERROR: <input>:${located(lines, problem)}`);
  if (problems.length > MOST_SHOWN) shown.push(`${problems.length - MOST_SHOWN} more errors were truncated`);
  return shown.join('\n');
}

/** The API server shows no more: each comes with its whole line. */
const MOST_SHOWN = 100;

/** Of a problem that is about the whole expression. */
const NOWHERE = -1;

function located(lines: readonly string[], { message, at }: CelProblem): string {
  if (at === NOWHERE) return `-1:0: ${message}`;
  let [line, start] = [0, 0];
  for (; line < lines.length - 1 && start + (lines[line]?.length ?? 0) < at; line++)
    start += (lines[line]?.length ?? 0) + 1;
  const shown = lines[line] ?? '';
  const column = Array.from(shown.slice(0, at - start)).length;
  return `${line + 1}:${column + 1}: ${message}\n | ${shown}\n | ${'.'.repeat(column)}^`;
}
