/** CEL rules of schemas: compiled against the type of the value that they are about, with their cost. */
import type { RuleText } from '../schema/structural.js';
import type { Checked } from './check/check.js';
import type { CelProblem } from './check/check-words.js';
import { compileCel, showProblems } from './compile.js';
import { estimateCost } from './cost/cost.js';
import { type DeclaredType, KEY, MAX_REQUEST } from './declared-type.js';
import { programProblem } from './check/literal-check.js';
import { capped, type Range } from './cost/size.js';
import { optionalOf } from './check/types.js';

/** What one rule may cost, and all rules of a version together. */
export const RULE_LIMIT = 10_000_000;
export const TOTAL_LIMIT = 100_000_000;

/** What is wrong with an expression of a rule. */
export interface RuleProblem {
  readonly field: 'rule' | 'messageExpression';
  readonly sort: 'syntax' | 'type' | 'result';
  /** The first problem, in short. */
  readonly message: string;
  /** Where it is and what does not exist. */
  readonly first?: CelProblem;
  /** All of it, as the API server prints it. */
  readonly detail: string;
}

/** A compiled rule. */
export interface CompiledRule {
  readonly problems: readonly RuleProblem[];
  /** What one run costs at most. */
  readonly cost: number;
  readonly messageCost: number | undefined;
  readonly usesOldSelf: boolean;
  /** Paths from `self` whose sizes only the largest request limits. */
  readonly unbounded: readonly (readonly string[])[];
}

/** Compiles a rule on values of a type. */
export function compileRule(rule: RuleText, declared: DeclaredType): CompiledRule {
  const { type } = declared;
  const variables = { self: type, oldSelf: rule.optionalOldSelf === true ? optionalOf(type) : type };
  const sizes = new DeclaredSizes(declared);
  const main = compilePart(rule.rule, 'rule', variables, sizes);
  const hasMessage = main.problem === undefined && (rule.messageExpression ?? '') !== '';
  const message = hasMessage
    ? compilePart(rule.messageExpression ?? '', 'messageExpression', variables, sizes)
    : undefined;
  return {
    problems: [main.problem, message?.problem].filter((problem) => problem !== undefined),
    cost: main.cost,
    messageCost: message?.problem === undefined ? message?.cost : undefined,
    usesOldSelf: main.checked?.variables.has('oldSelf') ?? false,
    unbounded: [...sizes.unbounded].sort((left, right) => left.length - right.length),
  };
}

interface Part {
  readonly cost: number;
  readonly checked?: Checked;
  readonly problem?: RuleProblem;
}

const WORDS = {
  rule: { kind: 'bool', prefix: '', result: 'cel expression must evaluate to a bool' },
  messageExpression: {
    kind: 'string',
    prefix: 'messageExpression ',
    result: 'messageExpression must evaluate to a string',
  },
} as const;

function compilePart(
  text: string,
  field: RuleProblem['field'],
  variables: Parameters<typeof compileCel>[1],
  sizes: DeclaredSizes,
): Part {
  const words = WORDS[field];
  const compiled = compileCel(text, variables);
  if (compiled.kind === 'wrong') {
    const detail = `${words.prefix}compilation failed: ${showProblems(text, compiled.problems)}`;
    const [first] = compiled.problems;
    const known = { message: first?.message ?? '', ...(first !== undefined && { first }) };
    return { cost: 0, problem: { field, sort: compiled.sort, detail, ...known } };
  }
  const { checked } = compiled;
  if (checked.type.kind !== words.kind)
    return { cost: 0, problem: { field, sort: 'result', message: words.result, detail: words.result } };
  const broken = programProblem(checked.root);
  if (broken !== undefined) {
    const detail = `${field === 'rule' ? 'program' : 'messageExpression'} instantiation failed: ${broken}`;
    return { cost: 0, problem: { field, sort: 'result', message: broken, detail } };
  }
  return { cost: estimateCost(checked, (path) => sizes.of(path)).max, checked };
}

/** How often a rule runs when nothing limits the lists and maps above it. */
export function mostInRequest({ smallest }: DeclaredType): number {
  return Math.floor(MAX_REQUEST / (smallest + 1));
}

/** A rule's cost on a whole object, in which it runs `count` times. */
export function totalCost(cost: number, count: number): number {
  return capped(cost * count);
}

/** Sizes by path from `self` or `oldSelf`. */
class DeclaredSizes {
  readonly unbounded: (readonly string[])[] = [];
  private readonly root: DeclaredType;

  constructor(root: DeclaredType) {
    this.root = root;
  }

  of(path: readonly string[]): Range | undefined {
    if (path.length === 0) return undefined;
    let type: DeclaredType | undefined = this.root;
    for (const name of path.slice(1)) type = stepInto(type, name);
    if (type === undefined) return undefined;
    if (!type.isBounded) this.unbounded.push(path);
    return { min: 0, max: type.largest };
  }
}

function stepInto(type: DeclaredType | undefined, name: string): DeclaredType | undefined {
  if (name === '@items' || name === '@values') return type?.element;
  if (name === '@keys') return type?.type.kind === 'map' ? KEY : undefined;
  return type?.fields?.get(name);
}
