/** Finds every comment of a file, also inside function bodies. */
import type { TypeScript } from '../../typescript/load.js';

/** A comment and where it is. */
export interface Comment {
  readonly start: number;
  readonly end: number;
  readonly style: 'line' | 'block' | 'doc';
  /** Whether code comes before it on its line. */
  readonly isTrailing: boolean;
}

/** All comments in source order. Text inside strings, templates and regular expressions is not mistaken for one. */
export function scanComments(ts: TypeScript, text: string): Comment[] {
  return plainComments(text) ?? scannedComments(ts, text);
}

const TURN = /['"`/]/g;
const STRING_END: Readonly<Record<string, RegExp>> = {
  "'": /(?:[^'\\\r\n]|\\[^\r\n])*'/y,
  '"': /(?:[^"\\\r\n]|\\[^\r\n])*"/y,
  // Templates with nothing but names, keywords and plain strings in their places.
  '`': /(?:[^`\\$]|\\[^]|\$(?!\{)|\$\{(?:[^`'"{}/]|'[^'\\\r\n]*'|"[^"\\\r\n]*")*\})*`/y,
};
const LINE_END = /[\r\n\u2028\u2029]|$/g;

/** The comments of a source without divisions, regular expressions and templates in templates: few types have them. `undefined` for others. */
export function plainComments(text: string): Comment[] | undefined {
  const comments: Comment[] = [];
  TURN.lastIndex = 0;
  for (let match = TURN.exec(text); match !== null; match = TURN.exec(text)) {
    const start = match.index;
    const end = endOfString(text, start) ?? endOfComment(text, start);
    if (end === undefined) return undefined;
    if (text[start] === '/') comments.push(describeComment(text, start, end));
    TURN.lastIndex = end;
  }
  return comments;
}

function endOfString(text: string, start: number): number | undefined {
  const ending = STRING_END[text[start] ?? ''];
  if (ending === undefined) return undefined;
  ending.lastIndex = start + 1;
  return ending.test(text) ? ending.lastIndex : undefined;
}

function endOfComment(text: string, start: number): number | undefined {
  if (text.startsWith('//', start)) {
    LINE_END.lastIndex = start;
    return LINE_END.exec(text)?.index;
  }
  const close = text.startsWith('/*', start) ? text.indexOf('*/', start + 2) : -1;
  return close < 0 ? undefined : close + 2;
}

/** The comments of any text, by the scanner of the compiler. */
export function scannedComments(ts: TypeScript, text: string): Comment[] {
  const { SyntaxKind } = ts;
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
  const comments: Comment[] = [];
  /** For each open brace: whether it is the `${` of a template. */
  const braces: boolean[] = [];
  let endsOperand = false;
  for (let token = scanner.scan(); token !== SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === SyntaxKind.SingleLineCommentTrivia || token === SyntaxKind.MultiLineCommentTrivia) {
      comments.push(describeComment(text, scanner.getTokenStart(), scanner.getTokenEnd()));
      continue;
    }
    if (token <= SyntaxKind.LastTriviaToken) continue;
    if (token === SyntaxKind.OpenBraceToken) braces.push(false);
    else if (token === SyntaxKind.TemplateHead) braces.push(true);
    else if (token === SyntaxKind.CloseBraceToken && braces.pop() === true) {
      token = scanner.reScanTemplateToken(false);
      if (token === SyntaxKind.TemplateMiddle) braces.push(true);
    } else if ((token === SyntaxKind.SlashToken || token === SyntaxKind.SlashEqualsToken) && !endsOperand) {
      token = scanner.reScanSlashToken();
    }
    endsOperand = isOperandEnd(ts, token);
  }
  return comments;
}

/** A `/` after these divides; elsewhere it begins a regular expression. */
function isOperandEnd(ts: TypeScript, token: number): boolean {
  const { SyntaxKind } = ts;
  const isKeyword = token >= SyntaxKind.FirstKeyword && token <= SyntaxKind.LastReservedWord;
  return (
    (token >= SyntaxKind.Identifier && !isKeyword) ||
    token === SyntaxKind.ThisKeyword ||
    token === SyntaxKind.CloseParenToken ||
    token === SyntaxKind.CloseBracketToken ||
    token === SyntaxKind.CloseBraceToken ||
    (token >= SyntaxKind.FirstLiteralToken && token <= SyntaxKind.LastLiteralToken) ||
    token === SyntaxKind.TemplateTail
  );
}

function describeComment(text: string, start: number, end: number): Comment {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(lineStart, start).trim();
  const isBlock = text.startsWith('/*', start);
  const isDoc = isBlock && text[start + 2] === '*' && text[start + 3] !== '/';
  return { start, end, style: isDoc ? 'doc' : isBlock ? 'block' : 'line', isTrailing: before !== '' };
}
