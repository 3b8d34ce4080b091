/** Branches of `allOf`, `anyOf`, `oneOf` and `not`: they judge values, the shape is declared outside of them. */
import { compilePattern } from '../regex/pattern.js';
import type { Structural } from './structural.js';
import type { StructuralProblem } from './structural-rules.js';

const forbidden = (field: string, detail: string): StructuralProblem => ({ sort: 'forbidden', field, detail });

/** What is wrong with the branches of a node. Only those of the root must not go beyond what is declared outside. */
export function branchProblems(schema: Structural, isRoot: boolean): StructuralProblem[] {
  const beyond = isRoot
    ? branchesOf(schema, '').flatMap(([branch, place]) => missingShape(branch, schema, place, ''))
    : [];
  return [...formProblems(schema, ''), ...beyond];
}

type Placed = [branch: Structural, place: string];

function branchesOf(schema: Structural, place: string): Placed[] {
  const list = (word: 'allOf' | 'anyOf' | 'oneOf'): Placed[] =>
    (schema[word] ?? []).map((branch, index) => [branch, `${place}${word}[${index}]`]);
  const not: Placed[] = schema.not === undefined ? [] : [[schema.not, `${place}not`]];
  return [...list('allOf'), ...list('anyOf'), ...list('oneOf'), ...not];
}

/** `anyOf: [{type: integer}, {type: string}]`, with which a schema says that it takes both. */
function isIntOrString({ anyOf = [] }: Structural): boolean {
  const plain = anyOf.map((branch) => (Object.keys(branch).length === 1 ? branch.type : undefined));
  return plain.length === 2 && plain[0] === 'integer' && plain[1] === 'string';
}

function formProblems(schema: Structural, place: string): StructuralProblem[] {
  const [first] = schema.allOf ?? [];
  return branchesOf(schema, place).flatMap(([branch, at]) => {
    if (isIntOrString(schema) && at.startsWith(`${place}anyOf[`)) return [];
    const inner = branch === first && isIntOrString(branch) ? { ...branch, anyOf: undefined } : branch;
    return branchForm(inner, `${at}.`);
  });
}

const EMPTY = 'must be empty to be structural';
const FALSE = 'must be false to be structural';
const UNDEFINED = 'must be undefined to be structural';
const FORBIDDEN: readonly (readonly [keyof Structural, string])[] = [
  ['type', EMPTY],
  ['additionalProperties', UNDEFINED],
  ['default', UNDEFINED],
  ['title', EMPTY],
  ['description', EMPTY],
  ['nullable', FALSE],
  ['x-kubernetes-preserve-unknown-fields', FALSE],
  ['x-kubernetes-embedded-resource', FALSE],
  ['x-kubernetes-int-or-string', FALSE],
  ['x-kubernetes-list-map-keys', EMPTY],
  ['x-kubernetes-list-type', UNDEFINED],
  ['x-kubernetes-map-type', UNDEFINED],
];

function branchForm(branch: Structural, place: string): StructuralProblem[] {
  const found = FORBIDDEN.filter(
    ([word]) => branch[word] !== undefined && branch[word] !== false && branch[word] !== '',
  ).map(([word, why]) => forbidden(`${place}${word}`, why));
  // Rules are allowed below allOf alone.
  if ((branch['x-kubernetes-validations'] ?? []).length > 0)
    found.push(forbidden(`${place}x-kubernetes-validations`, EMPTY));
  const compiled = branch.pattern === undefined ? undefined : compilePattern(branch.pattern);
  if (compiled?.kind === 'wrong') {
    const detail = `must be a valid regular expression, but isn't: error parsing regexp: ${compiled.message}`;
    found.push({ sort: 'invalid', field: `${place}pattern`, value: branch.pattern, detail });
  }
  for (const [name, child] of Object.entries(branch.properties ?? {})) {
    if (name === 'metadata')
      found.push(forbidden(`${place}properties[metadata]`, 'must not be specified in a nested context'));
    found.push(...branchForm(child, `${place}properties[${name}].`));
  }
  if (branch.items !== undefined) found.push(...branchForm(branch.items, `${place}items.`));
  return [...found, ...formProblems(branch, place)];
}

/** Fields and items that a branch judges must be declared outside of it. */
function missingShape(
  branch: Structural,
  schema: Structural | undefined,
  from: string,
  at: string,
): StructuralProblem[] {
  if (schema === undefined) return [{ sort: 'required', field: at, detail: `because it is defined in ${from}` }];
  const join = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);
  const found = branchesOf(branch, '').flatMap(([inner, place]) => missingShape(inner, schema, `${from}.${place}`, at));
  for (const [name, child] of Object.entries(branch.properties ?? {})) {
    const declared = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
    const step = `properties[${name}]`;
    found.push(...missingShape(child, declared, `${from}.${step}`, join(at, step)));
  }
  if (branch.items !== undefined)
    found.push(...missingShape(branch.items, schema.items, `${from}.items`, join(at, 'items')));
  return found;
}
