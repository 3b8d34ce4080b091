import { expect, test } from 'vitest';
import { MARKERS_BY_NAME } from '../../src/markers/catalogue/catalogue.js';
import { lookUp, parseArguments, splitMarker } from '../../src/markers/grammar.js';

function parse(text: string) {
  const split = splitMarker(text);
  const definition = lookUp(split, MARKERS_BY_NAME);
  if (definition === undefined) throw new Error(`no marker for ${text}`);
  return parseArguments(split, definition);
}

test.each([
  ['+optional', { kind: 'empty' }],
  ['+kubebuilder:validation:Minimum=1', { kind: 'anonymous', value: 1 }],
  ['+kubebuilder:validation:Enum:=a;b', { kind: 'anonymous', value: ['a', 'b'] }],
  ['+kubebuilder:default:=x', { kind: 'anonymous', value: 'x' }],
  ['+groupName=', { kind: 'anonymous', value: undefined }],
  ['+k8s:maxItems=5 # why', { kind: 'anonymous', value: 5 }],
])('%s', (text, expected) => {
  expect(parse(text)).toEqual(expected);
});

test('reads named arguments in any order, with quotes inside bare text', () => {
  const result = parse(
    '+kubebuilder:printcolumn:JSONPath=.status.conditions[?(@.type=="a,b")].status,name=Ready,type=string',
  );

  expect(result.kind === 'named' && Object.fromEntries(result.values)).toEqual({
    JSONPath: '.status.conditions[?(@.type=="a,b")].status',
    name: 'Ready',
    type: 'string',
  });
});

test.each([
  ['+optional=true', 'takes no value'],
  ['+kubebuilder:resource:paht=x', 'unknown argument "paht"'],
  ['+kubebuilder:printcolumn:name=x', 'missing argument "type", "JSONPath"'],
  ['+kubebuilder:rbac:verbs=get,list', 'unknown argument "list"'],
  ['+kubebuilder:default=true story', 'after the value'],
  ['+kubebuilder:resource:=x', 'expected an argument name'],
])('%s: %s', (text, message) => {
  expect(() => parse(text)).toThrow(message);
});
