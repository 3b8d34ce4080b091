/** Tokens of CEL expressions. */
import { CelSyntaxError } from './syntax-error.js';

/** A token and where it begins. */
export interface CelToken {
  readonly kind: 'name' | 'number' | 'string' | 'operator' | 'end';
  readonly text: string;
  readonly start: number;
}

const SPACE = /(?:[\t \r\n\f]|\/\/[^\n]*)+/y;
const STRING =
  /(?:[rR][bB]?|[bB][rR])(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n\r]*"|'[^'\n\r]*')|[bB]?(?:"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')/y;
const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /0x[\da-fA-F]+[uU]?|(?:\d+\.\d+|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?|\d+[uU]?/y;
const OPERATOR = /&&|\|\||[<>=!]=|[-+*/%<>!?:.,()[\]{}]/y;

/** All tokens, the end included. */
export function celTokens(text: string): CelToken[] {
  const tokens: CelToken[] = [];
  let position = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    return pattern.exec(text)?.[0];
  };
  while (position < text.length) {
    const space = take(SPACE);
    if (space !== undefined) {
      position += space.length;
      continue;
    }
    const found = (
      [
        ['string', STRING],
        ['number', NUMBER],
        ['name', NAME],
        ['operator', OPERATOR],
      ] as const
    ).map(([kind, pattern]) => ({ kind, text: take(pattern) }));
    const token = found.find((candidate) => candidate.text !== undefined);
    if (token?.text === undefined) throw new CelSyntaxError(unexpected(text, position), position);
    tokens.push({ kind: token.kind, text: token.text, start: position });
    position += token.text.length;
  }
  tokens.push({ kind: 'end', text: '', start: text.length });
  return tokens;
}

function unexpected(text: string, position: number): string {
  const character = text.charAt(position);
  if (character === '"' || character === "'") return 'a string is not closed';
  return `unexpected ${JSON.stringify(character)}${character === '&' || character === '|' || character === '=' ? `; write ${character}${character}` : ''}`;
}
