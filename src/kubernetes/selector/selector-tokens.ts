/** The words and signs of a label selector. */

/** One of them. */
export interface Token {
  readonly kind: 'end' | 'name' | 'in' | 'notin' | ')' | '(' | ',' | '!' | '==' | '=' | '!=' | '>' | '<';
  readonly text: string;
}

const SIGNS = [')', '(', ',', '!', '==', '=', '!=', '>', '<'] as const;
const SPACE = /[ \t\r\n]*/y;

/** All of them; a NUL ends the selector, as in the API server. */
export function scanSelector(text: string): Token[] {
  const end = text.indexOf('\0');
  const input = end < 0 ? text : text.slice(0, end);
  const tokens: Token[] = [];
  for (let at = 0; ;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(input)?.[0].length ?? 0;
    if (at >= input.length) return tokens;
    const token = isSign(input[at]) ? signAt(input, at) : wordAt(input, at);
    tokens.push(token);
    at += token.text.length;
  }
}

function isSign(character: string | undefined): boolean {
  return character !== undefined && '=!(),><'.includes(character);
}

/** The longest sign: two characters, or one. */
function signAt(input: string, at: number): Token {
  const sign = (length: number): Token['kind'] | undefined => {
    const text = input.slice(at, at + length);
    return SIGNS.find((known) => known === text);
  };
  const kind = sign(2) ?? sign(1) ?? 'end';
  return { kind, text: kind };
}

function wordAt(input: string, at: number): Token {
  let end = at;
  while (end < input.length && !isSign(input[end]) && !' \t\r\n'.includes(input[end] ?? '')) end++;
  const text = input.slice(at, end);
  return { kind: text === 'in' || text === 'notin' ? text : 'name', text };
}
