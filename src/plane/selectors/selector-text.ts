/** Selectors of objects in the text form that requests use. */
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import { requirementsOfSpec, type LabelRequirement } from '../../kubernetes/selector/label-selector.js';

/** `a=b,c in (d,e),!f`, by key. */
export function selectorText(selector: JsonObject): string {
  const equal = Object.entries((selector['matchLabels'] ?? {}) as Record<string, string>);
  const expressions = requirementsOfSpec({ matchExpressions: (selector['matchExpressions'] ?? []) as never });
  const terms = [
    ...equal.map(([key, value]) => ({ key, text: `${key}=${value}` })),
    ...expressions.map((requirement) => ({ key: requirement.key, text: expressionText(requirement) })),
  ];
  return terms
    .sort((left, right) => (left.key < right.key ? -1 : Number(left.key > right.key)))
    .map(({ text }) => text)
    .join(',');
}

function expressionText({ key, operator, values = [] }: LabelRequirement): string {
  const list = `(${[...values].sort().join(',')})`;
  switch (operator) {
    case 'In':
      return `${key} in ${list}`;
    case 'NotIn':
      return `${key} notin ${list}`;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return key;
  }
}
