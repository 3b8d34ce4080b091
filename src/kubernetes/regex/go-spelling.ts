/** What Go's `regexp` takes and re2js does not, or the other way round: names of Unicode classes, groups of one name. */

/** The pattern in the library's spelling, and how to turn parts of it back for messages. */
export interface Spelling {
  readonly pattern: string;
  /** A message about `pattern`, as one about what was written. */
  original(message: string): string;
}

/** Long names of Unicode categories, without underscores and in lower case. */
const CATEGORIES: Readonly<Record<string, string>> = {
  casedletter: 'LC',
  closepunctuation: 'Pe',
  combiningmark: 'M',
  connectorpunctuation: 'Pc',
  control: 'Cc',
  cntrl: 'Cc',
  currencysymbol: 'Sc',
  dashpunctuation: 'Pd',
  decimalnumber: 'Nd',
  digit: 'Nd',
  enclosingmark: 'Me',
  finalpunctuation: 'Pf',
  format: 'Cf',
  initialpunctuation: 'Pi',
  letter: 'L',
  letternumber: 'Nl',
  lineseparator: 'Zl',
  lowercaseletter: 'Ll',
  mark: 'M',
  mathsymbol: 'Sm',
  modifierletter: 'Lm',
  modifiersymbol: 'Sk',
  nonspacingmark: 'Mn',
  number: 'N',
  openpunctuation: 'Ps',
  other: 'C',
  otherletter: 'Lo',
  othernumber: 'No',
  otherpunctuation: 'Po',
  othersymbol: 'So',
  paragraphseparator: 'Zp',
  privateuse: 'Co',
  punctuation: 'P',
  punct: 'P',
  separator: 'Z',
  spaceseparator: 'Zs',
  spacingmark: 'Mc',
  surrogate: 'Cs',
  symbol: 'S',
  titlecaseletter: 'Lt',
  unassigned: 'Cn',
  uppercaseletter: 'Lu',
};

/** A Unicode class by name; a quoted stretch, an escape, a bracketed class, the start of a named group, any character. */
const NAMED = /\\([pP])\{(\^?)([^}]{0,64})\}/u;
const TOKEN =
  /\\Q[^]*?(?:\\E|$)|\\[pP]\{[^}]{0,64}\}|\\[^]|\[\^?\]?(?:\\[pP]\{[^}]{0,64}\}|\\[^]|\[:\^?\w+:\]|[^\]\\])*\]?|\(\?P?<(\w+)>|[^]/gu;

/** Where a changed part begins and ends, in the library's spelling and as written. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly wasFrom: number;
  readonly wasTo: number;
}

/** Writes a pattern of Go in the library's spelling. */
export function librarySpelling(written: string): Spelling {
  if (!/\\[pP]\{|\(\?P?</.test(written)) return { pattern: written, original: (message) => message };
  const groups = new Map<string, number>();
  const changes: Change[] = [];
  let pattern = '';
  for (const { token, index } of tokensOf(written)) {
    const spelled = respelled(token, groups);
    if (spelled !== token) {
      const [from, to] = [pattern.length, pattern.length + spelled.length];
      changes.push({ from, to, wasFrom: index, wasTo: index + token.length });
    }
    pattern += spelled;
  }
  return { pattern, original: (message) => restored(message, pattern, written, changes) };
}

/** Tokens with their places; bracketed classes are taken apart at the names in them. */
function* tokensOf(written: string): Generator<{ token: string; index: number }> {
  for (const { 0: token, index } of written.matchAll(TOKEN)) {
    let offset = index;
    for (const part of token.startsWith('[') ? token.split(/(\\[pP]\{[^}]{0,64}\}|\\[^])/u) : [token]) {
      yield { token: part, index: offset };
      offset += part.length;
    }
  }
}

function respelled(token: string, groups: Map<string, number>): string {
  const named = NAMED.exec(token);
  if (named?.[0] === token) return `\\${named[1] ?? ''}{${named[2] ?? ''}${className(named[3] ?? '')}}`;
  const group = /^\(\?P?<(\w+)>$/.exec(token)?.[1];
  if (group === undefined) return token;
  const count = groups.get(group) ?? 0;
  groups.set(group, count + 1);
  return count === 0 ? token : token.replace('>', `__again${count}>`);
}

/** Puts what was written in place of what the message quotes. */
function restored(message: string, pattern: string, written: string, changes: readonly Change[]): string {
  const quoted = /^[^`]*`([^]*)`$/.exec(message)?.[1];
  if (quoted === undefined || quoted === '') return message;
  const from = pattern.endsWith(quoted) ? pattern.length - quoted.length : pattern.indexOf(quoted);
  if (from < 0) return message;
  const place = (at: number, isEnd: boolean): number => {
    const before = changes.findLast((change) => (isEnd ? change.from < at : change.from <= at));
    if (before === undefined) return at;
    const inside = at - before.from;
    // A message may quote the beginning of a part, which both spellings share.
    const isShared = written.startsWith(pattern.slice(before.from, at), before.wasFrom);
    if (at < before.to && isShared) return before.wasFrom + inside;
    if (at < before.to) return isEnd ? before.wasTo : before.wasFrom;
    return before.wasTo + at - before.to;
  };
  return message.replace(
    `\`${quoted}\``,
    () => `\`${written.slice(place(from, false), place(from + quoted.length, true))}\``,
  );
}

/** Go ignores case, blanks, hyphens and underscores; so scripts whose names have an underscore are unknown to it. */
function className(name: string): string {
  const plain = name.replaceAll(/[_\- ]/g, '');
  const category = CATEGORIES[plain.toLowerCase()];
  return (
    category ??
    `${plain.charAt(0).toUpperCase()}${plain.slice(1).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())}`
  );
}
