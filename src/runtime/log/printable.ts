/** Keeps what strangers write from acting on a terminal, or from looking like another line of a log. */

/** Control characters, breaks of lines, what changes the direction of writing or is invisible, and halves of characters. */
const acting = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const shortForms: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** `text` on one line, with every character that acts on a terminal as JSON writes it: `\n`, `\u001b`. */
export function printable(text: string): string {
  return text.replace(acting, (character) => shortForms[character] ?? escapeOf(character));
}

/** A line of JSON that means the same and can be shown on a terminal; its line break stays. */
export function printableJson(line: string): string {
  return line.replace(acting, (character) => (character === '\n' ? character : escapeOf(character)));
}

function escapeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
