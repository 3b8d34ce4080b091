import { expect, test } from 'vitest';
import { type Diagnostic, sortDiagnostics } from '../../src/model/diagnostic.js';

const at = (file: string, line: number, column: number): Diagnostic => ({
  severity: 'error',
  code: 'x',
  message: '',
  position: { file, line, column },
});
const nowhere: Diagnostic = { severity: 'error', code: 'x', message: '' };

test('sorts by file, line and column, and puts those without a place last', () => {
  const sorted = sortDiagnostics([nowhere, at('b', 1, 1), at('a', 2, 1), at('a', 1, 9), at('a', 1, 2)]);

  expect(sorted.map(({ position }) => position && `${position.file}${position.line}${position.column}`)).toEqual([
    'a12',
    'a19',
    'a21',
    'b11',
    undefined,
  ]);
});
