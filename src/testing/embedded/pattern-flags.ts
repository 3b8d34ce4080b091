/** Flags inside patterns, `(?i)` and `(?i:…)`: RE2 has them everywhere, JavaScript of Node 20 nowhere. */

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
}

const NONE: Flags = { i: false, m: false, s: false };

/** A flag group, an escape, a class, the start of a group, or any one character. */
const TOKEN =
  /\(\?([imsU]*)(?:-([imsU]+))?([:)])|\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|[\s\S])|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\((?:\?P?<\w+>)?|[\s\S]/g;

/** The same pattern without flags inside: what they mean is written out. */
export function withoutInlineFlags(pattern: string): string {
  if (!/\(\?[imsU-]+[:)]/.test(pattern)) return pattern;
  const outer: Flags[] = [];
  let flags = NONE;
  return pattern.replaceAll(TOKEN, (token: string, on?: string, off?: string, end?: string) => {
    if (end !== undefined) {
      if (end === ':') outer.push(flags);
      flags = changed(flags, on ?? '', off ?? '');
      return end === ':' ? '(?:' : '';
    }
    if (token.startsWith('(')) outer.push(flags);
    if (token === ')') flags = outer.pop() ?? NONE;
    return written(token, flags);
  });
}

function changed(flags: Flags, on: string, off: string): Flags {
  const value = (flag: keyof Flags): boolean => (flags[flag] || on.includes(flag)) && !off.includes(flag);
  return { i: value('i'), m: value('m'), s: value('s') };
}

function written(token: string, { i, m, s }: Flags): string {
  if (token === '.' && s) return '[\\s\\S]';
  if (token === '^' && m) return '(?:^|(?<=\\n))';
  if (token === '$' && m) return '(?:$|(?=\\n))';
  if (!i) return token;
  if (/^[a-z]$/i.test(token)) return `[${token.toLowerCase()}${token.toUpperCase()}]`;
  return token.startsWith('[') ? bothCases(token) : token;
}

/** A class with the other case of its letters and ranges of letters. */
function bothCases(text: string): string {
  const other = (letter: string): string =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  const plain = text.replaceAll(/\\[\s\S]|\[:\^?\w+:\]/g, '');
  const added = [...plain.matchAll(/([a-z])-([a-z])|([a-z])/gi)].map(([, from, to, letter]) =>
    from !== undefined && to !== undefined ? `${other(from)}-${other(to)}` : other(letter ?? ''),
  );
  const named = /\[:(?:lower|upper):\]/.test(text) ? 'a-zA-Z' : '';
  return `${text.slice(0, -1)}${added.join('')}${named}]`;
}
