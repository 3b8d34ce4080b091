/** Mail addresses as Go's mail.ParseAddress reads them: `a@b.c`, `Name <a@b.c>`, comments and groups of one. */
import { isIPv6Text, isStrictIPv4 } from './addresses.js';

/** What can be seen, without the specials of RFC 5322. */
const ATOM = /[!#-'*+\-./0-9=?A-Z^_`a-z{|}~\u0080-\uFFFF]+/y;
const QUOTED = /"((?:[\t !#-[\]-~\u0080-\uFFFF]|\\[\t -~\u0080-\uFFFF])*)"/y;
const LITERAL = /\[([!-Z^-~\u0080-\uFFFF]*)\]/y;

/** Whether a string is one address. */
export function isMailAddress(text: string): boolean {
  const reader = new Reader(text);
  const count = reader.address(true);
  return count === 1 && reader.skipComments() && reader.isAtEnd;
}

class Reader {
  private position = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** How many addresses were read; undefined when there is none. */
  address(mayBeGroup: boolean): number | undefined {
    this.skipSpace();
    if (this.isAtEnd) return undefined;
    if (this.addrSpec()) {
      this.skipSpace();
      return this.text[this.position] !== '(' || this.comment() ? 1 : undefined;
    }
    if (this.text[this.position] !== '<' && !this.phrase()) return undefined;
    this.skipSpace();
    if (mayBeGroup && this.take(':')) return this.group();
    return this.take('<') && this.addrSpec() && this.take('>') ? 1 : undefined;
  }

  private group(): number | undefined {
    this.skipSpace();
    if (this.take(';')) return this.skipComments() ? 0 : undefined;
    for (let count = 0; ;) {
      this.skipSpace();
      const more = this.address(false);
      if (more === undefined || !this.skipComments()) return undefined;
      count += more;
      if (this.take(';')) return this.skipComments() ? count : undefined;
      if (!this.take(',')) return undefined;
    }
  }

  /** Where it is not one, nothing is read. */
  private addrSpec(): boolean {
    const start = this.position;
    const isRead = this.localPart() && this.take('@') && this.domain();
    if (!isRead) this.position = start;
    return isRead;
  }

  private localPart(): boolean {
    this.skipSpace();
    return this.text[this.position] === '"' ? (this.match(QUOTED)?.[1] ?? '') !== '' : this.dotAtom();
  }

  private domain(): boolean {
    this.skipSpace();
    if (this.text[this.position] !== '[') return this.dotAtom();
    const literal = this.match(LITERAL)?.[1];
    return literal !== undefined && (isStrictIPv4(literal) || isIPv6Text(literal, isStrictIPv4));
  }

  private dotAtom(): boolean {
    const atom = this.match(ATOM)?.[0];
    return atom !== undefined && !atom.startsWith('.') && !atom.endsWith('.') && !atom.includes('..');
  }

  private phrase(): boolean {
    for (let words = 0; ; words++) {
      if (words > 0 && !this.skipComments()) return false;
      this.skipSpace();
      const isWord = this.match(this.text[this.position] === '"' ? QUOTED : ATOM) !== undefined;
      if (!isWord) return words > 0;
    }
  }

  /** False when a comment does not end. */
  skipComments(): boolean {
    this.skipSpace();
    while (this.text[this.position] === '(') {
      if (!this.comment()) return false;
      this.skipSpace();
    }
    return true;
  }

  private comment(): boolean {
    this.position++;
    let depth = 1;
    while (!this.isAtEnd && depth > 0) {
      const character = this.text[this.position];
      if (character === '\\' && this.position + 1 < this.text.length) this.position++;
      else if (character === '(') depth++;
      else if (character === ')') depth--;
      this.position++;
    }
    return depth === 0;
  }

  private skipSpace(): void {
    while (this.text[this.position] === ' ' || this.text[this.position] === '\t') this.position++;
  }

  private take(character: string): boolean {
    if (this.text[this.position] !== character) return false;
    this.position++;
    return true;
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text) ?? undefined;
    if (match !== undefined) this.position = pattern.lastIndex;
    return match;
  }
}
