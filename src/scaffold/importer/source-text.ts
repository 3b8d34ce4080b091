/** The one writer of what comes from outside into TypeScript: each value is escaped for the place where it will stand. */

/** Control characters, marks that change the direction of text, and invisible characters; line feeds and tabs stay. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- finding them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escapeUnit = (unit: string): string => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The words with everything that a reader could not see written out, on any number of lines. */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, escapeUnit);
}

/** The same on one line and not too long, for messages. */
export function inMessage(text: string): string {
  const line = visible(text.replaceAll(/\s+/g, ' '));
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}

/** JSON of a value with bigints in it, digit by digit. */
export function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const said = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${said.map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`).join(',')}}`;
}

/** A string literal. */
export function stringLiteral(value: string): string {
  const escaped = value
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
  return `'${visible(escaped)}'`;
}

/** The name of a property in a type or an object. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

/**
 * A JSDoc comment with these words; nothing when there are none. They cannot end it, and no line of them is a marker or a
 * tag: a line that begins with "+" or "@" gets a backslash.
 */
export function docComment(description: string | undefined, indent: string): string {
  const lines = commentLines(description ?? '');
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}

/** Words as lines that can be in a JSDoc comment. */
export function commentLines(description: string): string[] {
  const text = description.replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n').trim();
  if (text === '') return [];
  return (
    visible(text)
      .replaceAll('*/', String.raw`*\/`)
      .split('\n')
      .map((line) => line.trimEnd().replace(/^(\s*)([+@])/, String.raw`$1\$2`))
      // A line that begins so would end the description, or be left out of it.
      .map((line) => (/^(?:---|TODO)/.test(line) ? ` ${line}` : line))
  );
}

/** An identifier out of any name: `my-field` → `MyField`; never empty. */
export function pascalName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return joined.slice(0, 100) || 'Field';
}
