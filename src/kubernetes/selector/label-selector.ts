/** Label selectors: what the API server reads, with its words for what it does not, and which labels they select. */
import { labelValueProblems, qualifiedNameProblems } from '../value/names.js';
import { scanSelector, type Token } from './selector-tokens.js';

/** What a requirement asks for. */
export type LabelOperator = 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';

/** One condition on a label. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values?: readonly string[];
}

/** What is wrong with a selector, in the words of the API server. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}

type Labels = Readonly<Record<string, string>> | undefined;

/** Whether labels satisfy every requirement. */
export function matchesLabels(selector: readonly LabelRequirement[], labels: Labels): boolean {
  return selector.every((requirement) => isMet(requirement, labels));
}

function isMet({ key, operator, values = [] }: LabelRequirement, labels: Labels): boolean {
  const value = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  if (operator === 'NotIn') return value === undefined || !values.includes(value);
  if (value === undefined) return false;
  if (operator === 'Exists') return true;
  if (operator === 'In') return values.includes(value);
  const [left, right] = [integerOf(value), integerOf(values[0] ?? '')];
  if (left === undefined || right === undefined) return false;
  return operator === 'Gt' ? left > right : left < right;
}

/** An integer of 64 bits. */
function integerOf(text: string): bigint | undefined {
  if (!/^[-+]?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return value >= -(2n ** 63n) && value < 2n ** 63n ? value : undefined;
}

/** Reads `a=b,c!=d,e in (f,g),h,!i`; throws `SelectorError`. Requirements come in the order of their keys, values too. */
export function parseLabelSelector(text: string): LabelRequirement[] {
  return new Parser(scanSelector(text)).parse().sort(({ key: left }, { key: right }) => order(left, right));
}

const order = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

const OPERATORS: Readonly<Partial<Record<Token['kind'], LabelOperator>>> = {
  in: 'In',
  notin: 'NotIn',
  '=': 'In',
  '==': 'In',
  '!=': 'NotIn',
  '>': 'Gt',
  '<': 'Lt',
};

class Parser {
  private position = 0;
  private readonly tokens: readonly Token[];
  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** `in` and `notin` are names, too, but for the place of an operator. */
  private peek(): Token {
    const token = this.tokens[this.position] ?? { kind: 'end', text: '' };
    return token.kind === 'in' || token.kind === 'notin' ? { kind: 'name', text: token.text } : token;
  }

  private next(): Token {
    const token = this.peek();
    this.position++;
    return token;
  }

  parse(): LabelRequirement[] {
    const found: LabelRequirement[] = [];
    for (;;) {
      const { kind, text } = this.peek();
      if (kind === 'end') return found;
      if (kind !== 'name' && kind !== '!')
        throw new SelectorError(`found '${text}', expected: !, identifier, or 'end of string'`);
      found.push(this.requirement());
      const after = this.next();
      if (after.kind === 'end') return found;
      if (after.kind !== ',') throw new SelectorError(`found '${after.text}', expected: ',' or 'end of string'`);
      const following = this.peek();
      if (following.kind !== 'name' && following.kind !== '!')
        throw new SelectorError(`found '${following.text}', expected: identifier after ','`);
    }
  }

  private requirement(): LabelRequirement {
    const isNegated = this.peek().kind === '!';
    if (isNegated) this.next();
    const { kind, text: key } = this.next();
    if (kind !== 'name') throw unreadable(`found '${key}', expected: identifier`);
    const problems = qualifiedNameProblems(key);
    if (problems.length > 0) throw unreadable(`<nil>: Invalid value: ${JSON.stringify(key)}: ${problems.join('; ')}`);
    if (isNegated) return { key, operator: 'DoesNotExist', values: [] };
    const next = this.peek().kind;
    if (next === 'end' || next === ',') return { key, operator: 'Exists', values: [] };
    return this.comparison(key);
  }

  private comparison(key: string): LabelRequirement {
    const token = this.tokens[this.position++];
    const operator = token === undefined ? undefined : OPERATORS[token.kind];
    if (token === undefined || operator === undefined)
      throw unreadable(`found '${token?.text ?? ''}', expected: in, notin, =, ==, !=, gt, lt`);
    const isSet = token.kind === 'in' || token.kind === 'notin';
    const values = isSet ? this.valueSet() : [this.exactValue()];
    const problems = valueProblems(key, operator, values);
    if (problems.length === 1) throw unreadable(problems[0] ?? '');
    if (problems.length > 1) throw unreadable(`[${[...new Set(problems)].join(', ')}]`);
    return { key, operator, values };
  }

  private exactValue(): string {
    const { kind } = this.peek();
    if (kind === 'end' || kind === ',') return '';
    const token = this.next();
    if (token.kind !== 'name') throw unreadable(`found '${token.text}', expected: identifier`);
    return token.text;
  }

  private valueSet(): string[] {
    const open = this.next();
    if (open.kind !== '(') throw unreadable(`found '${open.text}' expected: '('`);
    const first = this.peek();
    if (first.kind === ')') {
      this.next();
      return [''];
    }
    if (first.kind !== 'name' && first.kind !== ',')
      throw unreadable(`found '${first.text}', expected: ',', ')' or identifier`);
    const values = this.valueList();
    this.next();
    return [...values].sort(order);
  }

  /** Up to the closing parenthesis; nothing between commas is an empty value. */
  private valueList(): Set<string> {
    const values = new Set<string>();
    for (;;) {
      const { kind, text } = this.next();
      const following = this.peek();
      if (kind === 'name') {
        values.add(text);
        if (following.kind === ')') return values;
        if (following.kind !== ',') throw unreadable(`found '${following.text}', expected: ',' or ')'`);
        continue;
      }
      if (kind !== ',') throw unreadable(`found '${text}', expected: ',', or identifier`);
      if (values.size === 0 || following.kind === ')' || following.kind === ',') values.add('');
      if (following.kind === ')') return values;
    }
  }
}

function valueProblems(key: string, operator: LabelOperator, values: readonly string[]): string[] {
  const found: string[] = [];
  const isOrder = operator === 'Gt' || operator === 'Lt';
  values.forEach((value, index) => {
    if (isOrder && integerOf(value) === undefined) {
      const why = "for 'Gt', 'Lt' operators, the value must be an integer";
      found.push(`values[${index}]: Invalid value: ${JSON.stringify(value)}: ${why}`);
    }
  });
  values.forEach((value, index) => {
    const problems = labelValueProblems(value);
    if (problems.length > 0)
      found.push(`values[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${problems.join('; ')}`);
  });
  return found;
}

function unreadable(why: string): SelectorError {
  return new SelectorError(`unable to parse requirement: ${why}`);
}

/** The form of a selector in objects. */
export interface SelectorSpec {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** The requirements of that form, equalities first; throws `SelectorError` for an operator that it does not have. */
export function requirementsOfSpec({ matchLabels = {}, matchExpressions = [] }: SelectorSpec): LabelRequirement[] {
  const equalities = Object.keys(matchLabels)
    .sort(order)
    .map((key): LabelRequirement => ({ key, operator: 'In', values: [matchLabels[key] ?? ''] }));
  const expressions = matchExpressions.map(({ key, operator, values = [] }): LabelRequirement => {
    if (!isSpecOperator(operator))
      throw new SelectorError(`${JSON.stringify(operator)} is not a valid label selector operator`);
    return { key, operator, values };
  });
  return [...equalities, ...expressions];
}

/** Operators of the form in objects. */
export const SPEC_OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const satisfies LabelOperator[];

function isSpecOperator(operator: string): operator is (typeof SPEC_OPERATORS)[number] {
  return (SPEC_OPERATORS as readonly string[]).includes(operator);
}
