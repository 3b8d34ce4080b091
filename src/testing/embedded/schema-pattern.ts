/** Patterns of schemas: RE2 on the real server, RegExp here. */
import { withoutInlineFlags } from './pattern-flags.js';

const SAFE_CACHE_SIZE = 1000;

/** Patterns by text, compiled once. */
class PatternCache {
  private readonly compiled = new Map<string, RegExp | undefined>();

  get(pattern: string): RegExp | undefined {
    if (this.compiled.has(pattern)) return this.compiled.get(pattern);
    if (this.compiled.size > SAFE_CACHE_SIZE) this.compiled.clear();
    const made = compile(pattern);
    this.compiled.set(pattern, made);
    return made;
  }
}

const cache = new PatternCache();

/** The pattern, or undefined when it is not one that RE2 knows. */
export function compiledPattern(pattern: string): RegExp | undefined {
  return cache.get(pattern);
}

/** Why RE2 would refuse a pattern; undefined when it is fine. */
export function patternProblem(pattern: string): string | undefined {
  const outside = /(?<!\\)(?:\\\\)*(\(\?(?:[=!]|<[=!]))/.exec(pattern);
  if (outside !== null) return `invalid or unsupported Perl syntax: \`${outside[1] ?? ''}\``;
  const backReference = /(?<!\\)(?:\\\\)*(\\[1-9])/.exec(pattern);
  if (backReference !== null) return `invalid escape sequence: \`${backReference[1] ?? ''}\``;
  return compile(pattern) === undefined ? 'missing argument or unbalanced parenthesis' : undefined;
}

function compile(pattern: string): RegExp | undefined {
  const source = translate(withoutInlineFlags(pattern));
  for (const mode of ['u', '']) {
    try {
      return new RegExp(source, mode);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

/** Go spellings that JavaScript writes in another way. */
function translate(pattern: string): string {
  return pattern
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\A/g, '^')
    .replaceAll(/\\z/g, '$')
    .replaceAll('[:alpha:]', 'A-Za-z')
    .replaceAll('[:digit:]', '0-9')
    .replaceAll('[:alnum:]', 'A-Za-z0-9')
    .replaceAll('[:lower:]', 'a-z')
    .replaceAll('[:upper:]', 'A-Z')
    .replaceAll('[:space:]', '\\s')
    .replaceAll('[:word:]', '\\w')
    .replaceAll('[:xdigit:]', '0-9A-Fa-f');
}
