/** Label selectors: as written, as sent to the API server, and as a test on labels. */
import {
  type LabelOperator,
  matchesLabels,
  parseLabelSelector,
  requirementsOfSpec,
  SelectorError,
  SPEC_OPERATORS,
} from '../../kubernetes/selector/label-selector.js';
import { quoted } from './invalid-call.js';
import { isRecord } from './json.js';

/** One requirement of a selector. */
export interface LabelRequirement {
  readonly key: string;
  /** `Gt` and `Lt` exist in selector strings only: `n>5`. */
  readonly operator: LabelOperator;
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
  return (labels) => matchesLabels(requirements, labels);
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
  if (!isRecord(selector)) throw new SyntaxError(`label selector: ${quoted(selector)} is not a selector`);
  if (!isObjectForm(selector)) return requirementsOfSpec({ matchLabels: checkLabels(selector) });
  const { matchLabels, matchExpressions, ...others } = selector;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new SyntaxError(`label selector: unknown field "${unknown}" beside matchLabels and matchExpressions`);
  if (matchLabels) checkLabels(matchLabels);
  matchExpressions?.forEach(check);
  return requirementsOfSpec({ matchLabels: matchLabels ?? undefined, matchExpressions: matchExpressions ?? undefined });
}

type ObjectForm = Exclude<LabelSelectorInput, string | Readonly<Record<string, string>>>;

/** `matchLabels` with a string as its value is an ordinary label of that name. */
function isObjectForm(selector: Exclude<LabelSelectorInput, string>): selector is ObjectForm {
  return [selector.matchLabels, selector.matchExpressions].some((part) => typeof part === 'object');
}

/** A value that is not a string would be compared as text: `undefined` would select what is labelled "undefined". */
function checkLabels<L extends object>(labels: L): L {
  for (const [key, value] of Object.entries(labels)) checkLabel(key, [value]);
  return labels;
}

/** Characters of the selector language inside a key or value would make another selector of it. */
function checkLabel(key: unknown, values: readonly unknown[]): void {
  const isWord = (text: unknown): boolean => typeof text === 'string' && !/[\s,()=!<>]/.test(text);
  if (key === '' || !isWord(key)) throw new SyntaxError(`label selector: ${quoted(key)} is not a label key`);
  const wrong = values.findIndex((value) => !isWord(value));
  if (wrong >= 0)
    throw new SyntaxError(
      `label selector: ${String(key)} has the value ${quoted(values[wrong])}, which is not a label value`,
    );
}

function check({ key, operator, values = [] }: LabelExpression): void {
  checkLabel(key, Array.from(values));
  if (!SPEC_OPERATORS.some((known) => known === operator))
    throw new SyntaxError(`label selector: ${key} has operator "${operator}"; use ${SPEC_OPERATORS.join(', ')}`);
  const needsValues = operator === 'In' || operator === 'NotIn';
  if (needsValues !== values.length > 0) {
    throw new SyntaxError(
      `label selector: ${key} ${operator} ${needsValues ? 'needs at least one value' : 'takes no values'}`,
    );
  }
}

function formatRequirement({ key, operator, values = [] }: LabelRequirement): string {
  if (operator === 'Exists') return key;
  if (operator === 'DoesNotExist') return `!${key}`;
  if (operator === 'Gt' || operator === 'Lt') return `${key}${operator === 'Gt' ? '>' : '<'}${values[0]}`;
  if (values.length === 1) return `${key}${operator === 'In' ? '=' : '!='}${values[0]}`;
  return `${key} ${operator === 'In' ? 'in' : 'notin'} (${[...values].sort().join(',')})`;
}

function parse(text: string): LabelRequirement[] {
  try {
    return parseLabelSelector(text);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    throw new SyntaxError(
      `label selector "${text}": ${error.message}; use key, !key, key=value, key!=value, key in (a,b) or key notin (a,b)`,
      { cause: error },
    );
  }
}
