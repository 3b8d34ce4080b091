/** What operators and functions of the language itself cost. */
import type { CallCost, Operand } from './call-cost.js';
import { ENDLESS, fixed, plus, REGEX, scaled, times, TRAVERSAL, UNKNOWN } from './size.js';

const ONE = fixed(1);
const COMPARISON = /^(?:less|greater)(?:_equals)?_(?:string|bytes)$|^(?:not_)?equals$/;

/** The cost of an overload without that of its arguments; undefined for those that cost one. */
export function languageCost(
  overload: string,
  target: Operand | undefined,
  args: readonly Operand[],
): CallCost | undefined {
  const [first, second] = args;
  const one = first?.size ?? UNKNOWN;
  const two = second?.size ?? UNKNOWN;
  const on = target?.size ?? UNKNOWN;
  if (COMPARISON.test(overload)) {
    const max = Math.min(one.max, two.max);
    return { cost: scaled({ min: max > 0 ? 1 : 0, max }, TRAVERSAL) };
  }
  switch (overload) {
    case 'string_format':
      return { cost: scaled(on, TRAVERSAL) };
    case 'string_to_bytes':
      return { cost: scaled(one, TRAVERSAL), size: { min: one.min, max: Math.min(one.max * 4, ENDLESS) } };
    case 'bytes_to_string':
      return { cost: scaled(one, TRAVERSAL), size: { min: Math.floor(one.min / 4), max: one.max } };
    case 'strings_quote': {
      // The API server's number overflows here when the size is not known.
      const max = one.max === ENDLESS ? 0 : one.max * 2 + 2;
      return { cost: scaled(one, TRAVERSAL), size: { min: one.min + 2, max } };
    }
    case 'starts_with_string':
    case 'ends_with_string':
      return { cost: scaled(one, TRAVERSAL) };
    case 'in_list':
      return { cost: two };
    case 'matches_string':
      return { cost: times(scaled(plus(on, ONE), TRAVERSAL), scaled(one, REGEX)) };
    case 'matches':
      return { cost: times(scaled(plus(one, ONE), TRAVERSAL), scaled(two, REGEX)) };
    case 'contains_string':
      return { cost: times(scaled(on, TRAVERSAL), scaled(one, TRAVERSAL)) };
    case 'add_list':
      return { cost: ONE, size: plus(one, two) };
    case 'add_string':
    case 'add_bytes':
      return { cost: scaled(plus(one, two), TRAVERSAL), size: plus(one, two) };
    default:
      return undefined;
  }
}
