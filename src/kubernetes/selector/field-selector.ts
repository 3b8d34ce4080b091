/** Field selectors as the API server reads them: `metadata.name=a,spec.nodeName!=b`. */
import { SelectorError } from './label-selector.js';

/** One comparison of a field with a value. */
export interface FieldTerm {
  readonly field: string;
  readonly value: string;
  readonly isEqual: boolean;
}

/** Reads the terms; throws `SelectorError`. */
export function parseFieldSelector(text: string): FieldTerm[] {
  return (
    splitTerms(text)
      .sort()
      .filter((term) => term !== '')
      .map((term) => {
        const match = /^([^]*?)(!=|==|=)([^]*)$/.exec(term);
        if (match === null) throw new SelectorError(`invalid selector: '${text}'; can't understand '${term}'`);
        const [, field = '', operator, value = ''] = match;
        return { field, value: unescapeValue(value), isEqual: operator !== '!=' };
      })
      // Nothing compared with nothing says nothing.
      .filter(({ field, value }) => field !== '' || value !== '')
  );
}

/** Whether every term is true of an object; `textOf` gives a field as a string. */
export function matchesFields(selector: readonly FieldTerm[], textOf: (field: string) => string): boolean {
  return selector.every(({ field, value, isEqual }) => (textOf(field) === value) === isEqual);
}

/** At commas that no backslash escapes. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  let isEscaped = false;
  for (let at = 0; at < text.length; at++) {
    if (isEscaped) isEscaped = false;
    else if (text[at] === '\\') isEscaped = true;
    else if (text[at] === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...terms, text.slice(start)];
}

function unescapeValue(text: string): string {
  let value = '';
  let isEscaped = false;
  for (const character of text) {
    if (isEscaped) {
      if (!'\\,='.includes(character)) throw badEscape(`\\${character}`);
      value += character;
      isEscaped = false;
    } else if (character === '\\') isEscaped = true;
    else if (character === ',' || character === '=') {
      const code = character.codePointAt(0) ?? 0;
      throw new SelectorError(`invalid field selector: unescaped character in value: ${code}`);
    } else value += character;
  }
  if (isEscaped) throw badEscape('\\');
  return value;
}

function badEscape(sequence: string): SelectorError {
  return new SelectorError(`invalid field selector: invalid escape sequence: ${sequence}`);
}
