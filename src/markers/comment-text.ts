/** What the text of a comment contains: markers, JSDoc tags and the description. */

/** A marker as written, with the place in the file of every character. */
export interface RawMarker {
  /** Begins with `+`; several lines of JSDoc are joined by a blank. */
  readonly text: string;
  /** Offset of the `+` in the file. */
  readonly offset: number;
  /** Where each joined piece begins, in the text and in the file. */
  readonly pieces: readonly { readonly index: number; readonly offset: number }[];
}

/** A block tag such as `@minimum 1`. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
  readonly offset: number;
}

/** One line of a comment without its decoration. */
export interface CommentLine {
  readonly text: string;
  readonly offset: number;
}

/** The contents of one comment. */
export interface CommentText {
  readonly markers: readonly RawMarker[];
  readonly tags: readonly DocTag[];
  /** Lines of the description, markers and tags removed. */
  readonly lines: readonly string[];
}

const KNOWN_PREFIX = /^\+(?:kubebuilder|k8s|kbts):/;
const MARKER = /^\+[A-Za-z][\w.-]*(?::[^\s=]*)?\s*(?:=.*)?$/s;
const TAG = /^@([A-Za-z]\w*)\s*/;

/** Whether a line is a marker, and not prose that begins with a plus. */
export function isMarkerLine(line: string): boolean {
  return KNOWN_PREFIX.test(line) || MARKER.test(line);
}

/** Lines for tools: Go's directives (`//nolint:all`), and those of linters, formatters, compilers and coverage. */
const GO_DIRECTIVE = /^[a-z0-9]+:[a-z0-9]/;
const TOOL_LINE = new RegExp(
  [
    String.raw`^(?:(?:eslint|oxlint|stylelint)-(?:disable|enable)|@ts-(?:ignore|expect-error|nocheck|check)\b`,
    String.raw`|(?:biome|prettier|dprint|deno-lint)-ignore|tslint:|cspell:|spell-?checker:`,
    String.raw`|(?:istanbul|c8|v8|node:coverage) ignore\b|#(?:end)?region\b|\/\s*<)`,
  ].join(''),
);

/** Whether a line of a comment is for a tool, not for a reader; `raw` is what follows `//`. */
function isToolLine(raw: string): boolean {
  return GO_DIRECTIVE.test(raw) || TOOL_LINE.test(raw.trim());
}

/** Reads a `// …` comment. */
export function readLineComment(source: string, start: number, end: number): CommentText {
  const raw = source.slice(start + 2, end);
  const text = raw.trim();
  if (isMarkerLine(text)) {
    const offset = start + 2 + raw.indexOf(text);
    return { markers: [{ text, offset, pieces: [{ index: 0, offset }] }], tags: [], lines: [] };
  }
  return { markers: [], tags: [], lines: isToolLine(raw) ? [] : [raw.replace(/^ /, '').trimEnd()] };
}

/** Reads a plain block comment: words alone, as in Go. */
export function readBlockComment(source: string, start: number, end: number): CommentText {
  const lines = source.slice(start + 2, end - 2).split('\n');
  return { markers: [], tags: [], lines: lines.map((line) => line.trim()).filter((line) => !TOOL_LINE.test(line)) };
}

/** Reads a JSDoc comment. */
export function readDocComment(source: string, start: number, end: number): CommentText {
  const lines = docLines(source, start, end);
  const markers: RawMarker[] = [];
  const tags: DocTag[] = [];
  const description: string[] = [];
  let hasTag = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    if (isMarkerLine(line.text.trim())) {
      const taken = joinMarker(lines, index);
      markers.push(taken.marker);
      index = taken.last;
    } else if (TAG.test(line.text.trimStart())) {
      hasTag = true;
      tags.push(startTag(line));
    } else if (hasTag) {
      appendToTag(tags, line.text);
    } else {
      description.push(line.text);
    }
  }
  return { markers, tags, lines: description };
}

function docLines(source: string, start: number, end: number): CommentLine[] {
  const lines: CommentLine[] = [];
  let offset = start + 3;
  const last = end - 2;
  while (offset <= last) {
    const newline = source.indexOf('\n', offset);
    const stop = newline < 0 || newline > last ? last : newline;
    const raw = source.slice(offset, stop).replace(/\r$/, '');
    const decoration = lines.length === 0 ? /^\s?/ : /^\s*(?:\* ?)?/;
    const skipped = decoration.exec(raw)?.[0].length ?? 0;
    lines.push({ text: raw.slice(skipped).trimEnd(), offset: offset + skipped });
    offset = stop + 1;
  }
  return lines;
}

/** A marker continues on the next lines while a quote, bracket, brace or parenthesis is open. */
function joinMarker(lines: readonly CommentLine[], first: number): { marker: RawMarker; last: number } {
  const pieces: { index: number; offset: number }[] = [];
  const brackets = new Brackets();
  let text = '';
  let last = first;
  for (let index = first; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const trimmed = line.text.trim();
    if (index > first && (trimmed === '' || /^[+@]/.test(trimmed))) break;
    if (index > first) text += brackets.read(' ');
    pieces.push({ index: text.length, offset: line.offset + line.text.indexOf(trimmed) });
    text += brackets.read(trimmed);
    last = index;
    if (!brackets.isOpen) break;
  }
  // A marker that is never closed is one line; the lines below it are description.
  if (brackets.isOpen && last > first) return joinMarker(lines.slice(0, first + 1), first);
  return { marker: { text, offset: pieces[0]?.offset ?? 0, pieces }, last };
}

/** Whether quotes, brackets, braces or parentheses of what has been read so far are open. */
class Brackets {
  private depth = 0;
  private quote = '';
  private isEscaped = false;

  get isOpen(): boolean {
    return this.depth > 0 || this.quote !== '';
  }

  /** Reads on, and gives back what it was given. */
  read(text: string): string {
    for (let index = 0; index < text.length; index++) this.take(text.charAt(index));
    return text;
  }

  private take(character: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (this.quote !== '') {
      if (character === '\\' && this.quote === '"') this.isEscaped = true;
      else if (character === this.quote) this.quote = '';
    } else if (character === '"' || character === '`') this.quote = character;
    else if ('([{'.includes(character)) this.depth++;
    else if (')]}'.includes(character)) this.depth--;
  }
}

function startTag(line: CommentLine): DocTag {
  const indent = line.text.length - line.text.trimStart().length;
  const match = TAG.exec(line.text.trimStart());
  return {
    name: match?.[1] ?? '',
    text: line.text.trimStart().slice(match?.[0].length ?? 0),
    offset: line.offset + indent,
  };
}

function appendToTag(tags: DocTag[], text: string): void {
  const tag = tags.pop();
  if (tag !== undefined) tags.push({ ...tag, text: `${tag.text}\n${text}` });
}

/** Where a character of a marker's text is in the file. */
export function offsetInFile(marker: RawMarker, index: number): number {
  const piece = marker.pieces.findLast((candidate) => candidate.index <= index);
  return piece === undefined ? marker.offset : piece.offset + index - piece.index;
}
