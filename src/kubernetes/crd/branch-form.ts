/** Branches of `allOf`, `anyOf`, `oneOf` and `not`: they judge values and declare nothing. */
import { forbiddenValue, invalidValue, type Finding } from '../finding.js';
import { compilePattern } from '../regex/pattern.js';
import { isGiven, itemsOf, type SchemaProps } from './schema-props.js';

/** A branch and where it is. */
export interface Branch {
  readonly schema: SchemaProps;
  readonly place: string;
  readonly word: 'allOf' | 'anyOf' | 'oneOf' | 'not';
}

/** The branches of a node. */
export function branchesOf(schema: SchemaProps, place: string): Branch[] {
  const list = (word: 'allOf' | 'anyOf' | 'oneOf'): Branch[] =>
    (schema[word] ?? []).map((branch, index) => ({ schema: branch, place: `${place}.${word}[${index}]`, word }));
  const not: Branch[] = schema.not ? [{ schema: schema.not, place: `${place}.not`, word: 'not' }] : [];
  return [...list('anyOf'), ...list('allOf'), ...list('oneOf'), ...not];
}

/** `anyOf: [{type: integer}, {type: string}]`, with which a schema accepts both. */
export function isIntOrString(branches: readonly SchemaProps[] | undefined): boolean {
  const plain = (branches ?? []).map((branch) => (Object.keys(branch).length === 1 ? branch.type : undefined));
  return plain.length === 2 && plain[0] === 'integer' && plain[1] === 'string';
}

const EMPTY = 'must be empty to be structural';
const FALSE = 'must be false to be structural';
const UNDEFINED = 'must be undefined to be structural';

/** Whether a keyword is set, and why it must not be. */
const FORBIDDEN: readonly (readonly [keyof SchemaProps, string, (value: unknown) => boolean])[] = [
  ['type', EMPTY, isText],
  ['additionalProperties', UNDEFINED, (value) => isGiven(value) && value !== false],
  ['default', UNDEFINED, isGiven],
  ['title', EMPTY, isText],
  ['description', EMPTY, isText],
  ['nullable', FALSE, isTrue],
  ['x-kubernetes-preserve-unknown-fields', FALSE, isTrue],
  ['x-kubernetes-embedded-resource', FALSE, isTrue],
  ['x-kubernetes-int-or-string', FALSE, isTrue],
  ['x-kubernetes-list-map-keys', EMPTY, isList],
  ['x-kubernetes-list-type', UNDEFINED, isGiven],
  ['x-kubernetes-map-type', UNDEFINED, isGiven],
  ['x-kubernetes-validations', EMPTY, isList],
];

function isText(value: unknown): boolean {
  return isGiven(value) && value !== '';
}

function isTrue(value: unknown): boolean {
  return value === true;
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** What a branch and everything below it must not have. */
export function branchFindings(branch: SchemaProps, place: string, isUnion = false): Finding[] {
  const found = branchesOf(branch, place).flatMap(({ schema, place: at, word }) =>
    isUnion && word === 'anyOf' ? [] : branchFindings(schema, at),
  );
  found.push(...patternFindings(branch, place));
  const items = itemsOf(branch);
  if (items) found.push(...branchFindings(items, `${place}.items`));
  for (const [name, child] of Object.entries(branch.properties ?? {}))
    found.push(...branchFindings(child, `${place}.properties[${name}]`));
  for (const [word, why, isSet] of FORBIDDEN)
    if (isSet(branch[word])) found.push(forbiddenValue(`${place}.${word}`, why));
  if (Object.hasOwn(branch.properties ?? {}, 'metadata'))
    found.push(forbiddenValue(`${place}.properties[metadata]`, 'must not be specified in a nested context'));
  return found;
}

/** A pattern that cannot be compiled. */
export function patternFindings({ pattern = '' }: SchemaProps, place: string): Finding[] {
  const compiled = pattern === '' ? undefined : compilePattern(pattern);
  if (compiled?.kind !== 'wrong') return [];
  const why = `must be a valid regular expression, but isn't: error parsing regexp: ${compiled.message}`;
  return [invalidValue(`${place}.pattern`, pattern, why)];
}
