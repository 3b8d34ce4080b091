import { expect, test } from 'vitest';
import { matchesFields, parseFieldSelector } from '../../../src/kubernetes/selector/field-selector.js';

const fields: Readonly<Record<string, string>> = { 'metadata.name': 'a', 'spec.nodeName': 'b,c' };
const textOf = (field: string): string => fields[field] ?? '';

test.each([
  ['metadata.name=a', true],
  ['metadata.name==a,spec.nodeName!=b', true],
  [String.raw`spec.nodeName=b\,c`, true],
  ['metadata.name!=a', false],
  ['missing=', true],
  ['', true],
  [',', true],
])('%j is true of the object: %s', (text, expected) => {
  expect(matchesFields(parseFieldSelector(text), textOf)).toBe(expected);
});

test.each([
  ['metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
  [String.raw`a=\b`, String.raw`invalid field selector: invalid escape sequence: \b`],
  ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
])('%j is refused', (text, message) => {
  expect(() => parseFieldSelector(text)).toThrow(message);
});
