/** Random marker lines: an answer for each, never a crash, never silence about our own prefixes. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isForeignName } from '../../src/markers/catalogue/foreign.js';
import { MARKERS } from '../../src/markers/catalogue/catalogue.js';
import { resolveMarker } from '../../src/markers/resolve.js';

const RUNS = Number(process.env['KBTS_FUZZ_LINES'] ?? 10_000);

const names = MARKERS.map(({ name }) => name);
const argumentNames = MARKERS.flatMap(({ form }) =>
  form.kind === 'named' ? form.arguments.map(({ name }) => name) : [],
);
const piece = fc.oneof(
  fc.constantFrom(
    '=',
    ':',
    ',',
    ';',
    '{',
    '}',
    '"',
    '`',
    "'",
    ' ',
    '-',
    '\\',
    '#',
    '+',
    '.',
    'true',
    'false',
    'null',
    '1',
    '-1',
    '1.5',
    '0x1',
    '087b',
    '1e999',
    'self',
  ),
  fc.constantFrom(...argumentNames),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const line = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...names),
      fc.constantFrom('kubebuilder:', 'k8s:', 'kubebuilder:validation:Minimun', 'optional', 'listTyp'),
    ),
    fc.array(piece, { maxLength: 14 }),
  )
  .map(([name, rest]) => `+${name}${rest.join('')}`);

test(`every one of ${RUNS} random lines gets an answer`, () => {
  fc.assert(
    fc.property(line, fc.constantFrom('package', 'type', 'field' as const), (text, target) => {
      const resolution = resolveMarker(text, target as 'package');

      if (resolution.kind === 'problem') {
        expect(resolution.problem.index).toBeGreaterThanOrEqual(0);
        expect(resolution.problem.index).toBeLessThanOrEqual(text.length + 1);
      }
      const name = /^\+([^\s=]*)/.exec(text)?.[1] ?? '';
      const isOurs =
        /^(?:kubebuilder|k8s):/.test(name) &&
        !isForeignName(name) &&
        !MARKERS.some((marker) => marker.isForeign && name.startsWith(marker.name));
      if (isOurs) expect(resolution.kind, text).not.toBe('ignored');
    }),
    { numRuns: RUNS },
  );
});
