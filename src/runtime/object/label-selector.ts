/** Label selectors: as written, as sent to the API server, and as a test on labels. */

/** One requirement of the object form. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values?: readonly string[];
}

/** A label selector: equality pairs, a selector string, or the object form of the API. */
export type LabelSelectorInput =
  | string
  | Readonly<Record<string, string>>
  | {
      readonly matchLabels?: Readonly<Record<string, string>>;
      readonly matchExpressions?: readonly LabelExpression[];
    };

/** A requirement as objects of the API carry it; its operator is checked when it is used. */
export interface LabelExpression extends Omit<LabelRequirement, 'operator'> {
  readonly operator: string;
}

/**
 * The form of the `labelSelector` query parameter; empty when everything is selected.
 * @example
 * ```ts
 * console.log(formatLabelSelector({ app: 'web', tier: 'front' })); // app=web,tier=front
 * ```
 */
export function formatLabelSelector(selector: LabelSelectorInput): string {
  return typeof selector === 'string' ? selector.trim() : requirementsOf(selector).map(formatRequirement).join(',');
}

/**
 * A test that is true for exactly the objects that the API server would select.
 * @example
 * ```ts
 * const matches = labelMatcher('tier in (front,back),!legacy');
 * console.log(matches({ tier: 'front' }), matches({ tier: 'front', legacy: 'yes' })); // true false
 * ```
 */
export function labelMatcher(
  selector: LabelSelectorInput,
): (labels: Readonly<Record<string, string>> | undefined) => boolean {
  const requirements = requirementsOf(selector);
  return (labels) => requirements.every((requirement) => matches(requirement, labels ?? {}));
}

/**
 * All requirements of a selector; throws a `SyntaxError` that quotes what cannot be read.
 * @example
 * ```ts
 * console.log(requirementsOf('app=web')); // [ { key: 'app', operator: 'In', values: [ 'web' ] } ]
 * ```
 */
export function requirementsOf(selector: LabelSelectorInput): LabelRequirement[] {
  if (typeof selector === 'string') return parse(selector);
  if (!isObjectForm(selector)) return equalities(selector);
  const expressions = selector.matchExpressions ?? [];
  return [...equalities(selector.matchLabels ?? {}), ...expressions.map(checked)];
}

type ObjectForm = Exclude<LabelSelectorInput, string | Readonly<Record<string, string>>>;

/** `matchLabels` with a string as its value is an ordinary label of that name. */
function isObjectForm(selector: Exclude<LabelSelectorInput, string>): selector is ObjectForm {
  return [selector.matchLabels, selector.matchExpressions].some((part) => typeof part === 'object');
}

function equalities(labels: Readonly<Record<string, string>>): LabelRequirement[] {
  return Object.keys(labels)
    .sort()
    .map((key) => ({ key, operator: 'In', values: [labels[key] ?? ''] }));
}

const operators: readonly string[] = ['In', 'NotIn', 'Exists', 'DoesNotExist'] satisfies LabelRequirement['operator'][];

function isRequirement(expression: LabelExpression): expression is LabelRequirement {
  return operators.includes(expression.operator);
}

function checked(expression: LabelExpression): LabelRequirement {
  const { key, operator, values = [] } = expression;
  if (!isRequirement(expression))
    throw new SyntaxError(`label selector: ${key} has operator "${operator}"; use ${operators.join(', ')}`);
  const needsValues = operator === 'In' || operator === 'NotIn';
  if (needsValues !== values.length > 0) {
    throw new SyntaxError(
      `label selector: ${key} ${operator} ${needsValues ? 'needs at least one value' : 'takes no values'}`,
    );
  }
  return expression;
}

function formatRequirement({ key, operator, values = [] }: LabelRequirement): string {
  if (operator === 'Exists') return key;
  if (operator === 'DoesNotExist') return `!${key}`;
  if (values.length === 1) return `${key}${operator === 'In' ? '=' : '!='}${values[0]}`;
  return `${key} ${operator === 'In' ? 'in' : 'notin'} (${[...values].sort().join(',')})`;
}

function matches({ key, operator, values = [] }: LabelRequirement, labels: Readonly<Record<string, string>>): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  if (operator === 'Exists') return value !== undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  if (operator === 'In') return value !== undefined && values.includes(value);
  return value === undefined || !values.includes(value);
}

function parse(text: string): LabelRequirement[] {
  return splitOutsideParentheses(text)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => parseRequirement(part, text));
}

function parseRequirement(part: string, text: string): LabelRequirement {
  const set = /^(\S+)\s+(in|notin)\s*\((.*)\)$/.exec(part);
  if (set?.[1]) {
    const values = (set[3] ?? '').split(',').map((value) => value.trim());
    return { key: set[1], operator: set[2] === 'in' ? 'In' : 'NotIn', values };
  }
  const equality = /^([^\s!=]+)\s*(==|=|!=)\s*(\S*)$/.exec(part);
  if (equality?.[1]) {
    return { key: equality[1], operator: equality[2] === '!=' ? 'NotIn' : 'In', values: [equality[3] ?? ''] };
  }
  const existence = /^(!?)\s*([^\s!=()<>]+)$/.exec(part);
  if (existence?.[2]) return { key: existence[2], operator: existence[1] === '!' ? 'DoesNotExist' : 'Exists' };
  throw new SyntaxError(
    `label selector "${text}": cannot read "${part}"; use key, !key, key=value, key!=value, key in (a,b) or key notin (a,b)`,
  );
}

function splitOutsideParentheses(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}
