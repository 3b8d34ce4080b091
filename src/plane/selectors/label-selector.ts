/** Label selectors of requests and of stored objects. */
import {
  type LabelRequirement,
  parseLabelSelector as readSelector,
  requirementsOfSpec,
  SelectorError,
} from '../../kubernetes/selector/label-selector.js';
import { badRequest } from '../api-status.js';

export { type LabelRequirement, matchesLabels } from '../../kubernetes/selector/label-selector.js';

/** All of these must be met. */
export type LabelSelector = readonly LabelRequirement[];

/** The object form (`matchLabels`, `matchExpressions`). An absent selector matches everything here. */
export function selectorOf(spec: unknown): LabelSelector {
  return typeof spec === 'object' && spec !== null ? requirementsOfSpec(spec) : [];
}

/** The text form: `a=b,c!=d,e in (f,g),h,!i`. Throws 400 on a syntax error. */
export function parseLabelSelector(text: string): LabelSelector {
  return orBadRequest(() => readSelector(text));
}

/** What a selector's reader says, as an answer of the server. */
export function orBadRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SelectorError) throw badRequest(error.message);
    throw error;
  }
}
