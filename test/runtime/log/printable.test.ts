import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/runtime/log/pino-logger.js';
import { printable, printableJson } from '../../../src/runtime/log/printable.js';

const acting = /[\p{C}\p{Zl}\p{Zp}]/u;
const actingIn = (text: string): string[] => [...text].filter((character) => acting.test(character));

test.each([
  ['a\u001B[2Jb', 'a\\u001b[2Jb'],
  ['\u009B31m', '\\u009b31m'],
  ['one\ntwo\r\tthree', 'one\\ntwo\\r\\tthree'],
  ['\u2028\u202E\u2066\uFEFF\u007F', '\\u2028\\u202e\\u2066\\ufeff\\u007f'],
  ['\uD83E', '\\ud83e'],
  ['\u{E0001}', '\\udb40\\udc01'],
  ['ünï, 漢字, 🦄 → ok \\ "', 'ünï, 漢字, 🦄 → ok \\ "'],
])('%j is shown as %s', (text, expected) => {
  expect(printable(text)).toBe(expected);
});

test('a line of JSON means the same afterwards', () => {
  fc.assert(
    fc.property(fc.dictionary(hostileText(), hostileText()), (fields) => {
      const line = printableJson(`${JSON.stringify(fields)}\n`);
      expect(JSON.parse(line)).toEqual(fields);
      expect(actingIn(line)).toEqual(['\n']);
    }),
  );
});

describe.each(['json', 'pretty'] as const)('logs as %s', (format) => {
  test('are one line for people or machines, whatever is logged', () => {
    fc.assert(
      fc.property(hostileText(), hostileText(), fc.object({ values: [hostileText()], maxDepth: 2 }), (a, b, fields) => {
        const lines: string[] = [];
        const log = createLogger({ format, color: false, write: (line) => lines.push(line) });
        log
          .named(b)
          .with({ [b]: a })
          .error(a, { ...fields, value: fields, error: new Error(a) });

        expect(lines).toHaveLength(1);
        const text = lines.join('');
        // The lines of an error are indented, so they cannot be taken for lines of the log.
        const [first, ...rest] = text.split('\n').slice(0, -1);
        expect(actingIn(first ?? '')).toEqual([]);
        for (const line of rest) expect([line.startsWith('    '), actingIn(line)]).toEqual([true, []]);
        if (format === 'json') expect(rest).toEqual([]);
      }),
    );
  });
});

/** Texts with escapes of terminals, breaks and reversals. */
function hostileText(): fc.Arbitrary<string> {
  const parts = [
    'a',
    'INFO',
    '\u001B[2J',
    '\u001B]52;c;UFdO\u0007',
    '\u009B31m',
    '\n',
    '\r',
    '\u2028',
    '\u202E',
    '=',
    '"',
    ' ',
    '\\',
  ];
  return fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((chosen) => chosen.join(''));
}
