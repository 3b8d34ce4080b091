/** Regular expressions as the API server runs them: Go's `regexp`, which is RE2 and takes linear time. */
// By its module: bundles of operators begin with a createRequire of their own.
import * as nodeModule from 'node:module';
import type * as Re2Library from 're2js';
import { librarySpelling } from './go-spelling.js';

/** A compiled expression. */
export interface Pattern {
  /** Whether the text has a match anywhere. */
  test(text: string): boolean;
  /** The first match. */
  find(text: string): string | undefined;
  /** Matches from left to right, at most `limit` when it is not negative. */
  findAll(text: string, limit?: number): string[];
}

/** An expression, or what Go says against it, without "error parsing regexp: ". */
export type CompiledPattern =
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  | { readonly kind: 'wrong'; readonly message: string };

const CACHED = 1000;
const compiled = new Map<string, CompiledPattern>();

/** Compiles an expression; the last thousand are kept. */
export function compilePattern(text: string): CompiledPattern {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  if (compiled.size >= CACHED) compiled.clear();
  const made = compile(text);
  compiled.set(text, made);
  return made;
}

/** Whether a string matches an expression; undefined when the expression is wrong. */
export function isMatch(pattern: string, text: string): boolean | undefined {
  const made = compilePattern(pattern);
  return made.kind === 'pattern' ? made.pattern.test(text) : undefined;
}

/** The library is large, so it is read when the first pattern comes. */
let library: typeof Re2Library | undefined;

/** Reads it in the way that bundlers see: an operator in one file has no node_modules, and must call this first. */
export async function loadPatterns(): Promise<void> {
  library ??= await import('re2js');
}

function re2(): typeof Re2Library {
  library ??= nodeModule.createRequire(import.meta.url)('re2js') as typeof Re2Library;
  return library;
}

function compile(text: string): CompiledPattern {
  const { RE2JS: Expression, RE2JSSyntaxException: SyntaxFailure } = re2();
  const { pattern, original } = librarySpelling(text);
  try {
    return { kind: 'pattern', pattern: wrap(Expression.compile(pattern)) };
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
    return { kind: 'wrong', message: wording(original(error.message), text) };
  }
}

/** Go quotes the whole expression where the library quotes nothing. */
function wording(message: string, text: string): string {
  const bare = message.replace(/^error parsing regexp: /, '');
  if (bare === 'trailing backslash at end of expression') return `${bare}: \`\``;
  return /^expression (?:nests too deeply|too large)$/.test(bare) ? `${bare}: \`${text}\`` : bare;
}

function wrap(expression: Re2Library.RE2JS): Pattern {
  return {
    test: (text) => expression.test(text),
    find: (text) => {
      const matcher = expression.matcher(text);
      return matcher.find() ? (matcher.group() ?? undefined) : undefined;
    },
    findAll: (text, limit = -1) => {
      const found: string[] = [];
      const matcher = expression.matcher(text);
      // An empty match right after another one does not count in Go.
      for (let end = -1; found.length !== limit && matcher.find(); end = matcher.end()) {
        if (matcher.end() !== matcher.start() || matcher.start() !== end) found.push(matcher.group() ?? '');
      }
      return found;
    },
  };
}
