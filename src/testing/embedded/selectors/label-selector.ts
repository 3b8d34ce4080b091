/** Label selectors: the text form of queries and the object form of specs. */
import { badRequest } from '../api-status.js';
import { labelValueProblems, qualifiedNameProblems } from '../../../kubernetes/value/names.js';

/** One condition on a label. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';
  readonly values: readonly string[];
}

/** All of these must hold. */
export type LabelSelector = readonly LabelRequirement[];

type Labels = Readonly<Record<string, string>> | undefined;

/** Whether labels satisfy every requirement. */
export function matchesLabels(selector: LabelSelector, labels: Labels): boolean {
  return selector.every((requirement) => holds(requirement, labels));
}

function holds({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Gt':
      return value !== undefined && Number(value) > Number(values[0]);
    case 'Lt':
      return value !== undefined && Number(value) < Number(values[0]);
  }
}

/** The object form (`matchLabels`, `matchExpressions`). An absent selector matches everything here. */
export function selectorOf(spec: unknown): LabelSelector {
  if (typeof spec !== 'object' || spec === null) return [];
  const { matchLabels = {}, matchExpressions = [] } = spec as {
    matchLabels?: Record<string, string>;
    matchExpressions?: { key: string; operator: LabelRequirement['operator']; values?: string[] }[];
  };
  const equalities = Object.entries(matchLabels).map(([key, value]) => requirement(key, 'In', [value]));
  return [
    ...equalities,
    ...matchExpressions.map((entry) => requirement(entry.key, entry.operator, entry.values ?? [])),
  ];
}

function requirement(key: string, operator: LabelRequirement['operator'], values: string[]): LabelRequirement {
  return { key, operator, values };
}

const TOKEN = /\s*(?:(==|!=|=|!|,|\(|\)|<|>)|([^\s=!,()<>]+))/gy;

/** The text form: `a=b,c!=d,e in (f,g),h,!i`. Throws 400 on a syntax error. */
export function parseLabelSelector(text: string): LabelSelector {
  const tokens = tokenize(text);
  const result: LabelRequirement[] = [];
  let position = 0;
  const next = (): string => tokens[position++] ?? '';
  while (position < tokens.length) {
    result.push(parseRequirement(next, () => tokens[position] ?? ''));
    if (position >= tokens.length) break;
    if (next() !== ',') throw unparsable(`found '${tokens[position - 1]}', expected: ',' or 'end of string'`);
    if (position >= tokens.length) throw badRequest(`found '', expected: identifier after ','`);
  }
  for (const entry of result) checkRequirement(entry);
  return result;
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text);
    if (match === null) throw unparsable('unexpected character');
    tokens.push(match[1] ?? match[2] ?? '');
  }
  return tokens;
}

function parseRequirement(next: () => string, peek: () => string): LabelRequirement {
  const first = next();
  if (first === '!') return requirement(next(), 'DoesNotExist', []);
  if (/^[=!,()<>]/.test(first)) throw badRequest(`found '${first}', expected: !, identifier, or 'end of string'`);
  const operator = peek();
  if (operator === '' || operator === ',') return requirement(first, 'Exists', []);
  next();
  switch (operator) {
    case '=':
    case '==':
      return requirement(first, 'In', [exactValue(next, peek)]);
    case '!=':
      return requirement(first, 'NotIn', [exactValue(next, peek)]);
    case '>':
      return requirement(first, 'Gt', [next()]);
    case '<':
      return requirement(first, 'Lt', [next()]);
    case 'in':
      return requirement(first, 'In', valueSet(next));
    case 'notin':
      return requirement(first, 'NotIn', valueSet(next));
    default:
      throw unparsable(`found '${operator}', expected: in, notin, =, ==, !=, gt, lt`);
  }
}

function exactValue(next: () => string, peek: () => string): string {
  const following = peek();
  if (following === '' || following === ',') return '';
  if (/^[=!()<>]/.test(following)) throw unparsable(`found '${following}', expected: identifier`);
  return next();
}

function valueSet(next: () => string): string[] {
  const first = next();
  if (first !== '(') throw unparsable(`found '${first}' expected: '('`);
  const values: string[] = [];
  for (;;) {
    const token = next();
    if (token === ')') return values.length === 0 ? [''] : values;
    if (token === '') throw unparsable(`found '', expected: ',' or ')'`);
    if (token !== ',') values.push(token);
  }
}

function checkRequirement({ key, values, operator }: LabelRequirement): void {
  const keyProblems = qualifiedNameProblems(key);
  if (keyProblems.length > 0) throw unparsable(`key: Invalid value: ${JSON.stringify(key)}: ${keyProblems.join('; ')}`);
  if (operator === 'Gt' || operator === 'Lt') return;
  values.forEach((value, index) => {
    const problems = labelValueProblems(value);
    if (problems.length === 0) return;
    throw unparsable(`values[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${problems.join('; ')}`);
  });
}

function unparsable(why: string): Error {
  return badRequest(`unable to parse requirement: ${why}`);
}
