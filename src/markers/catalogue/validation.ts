/** Markers that constrain values: `kubebuilder:validation:*` and their `items:` forms. */
import type { ArgumentType, MarkerDefinition, MarkerForm } from '../definition.js';

const one = (type: ArgumentType): MarkerForm => ({ kind: 'anonymous', type });
const EMPTY: MarkerForm = { kind: 'empty' };

const RULE: MarkerForm = {
  kind: 'named',
  arguments: [
    {
      name: 'rule',
      type: 'string',
      doc: 'The CEL expression; `self` is the value, `oldSelf` the value before an update.',
    },
    {
      name: 'message',
      type: 'string',
      isOptional: true,
      doc: 'What the user reads when the rule fails. At most 2048 characters on one line.',
    },
    { name: 'messageExpression', type: 'string', isOptional: true, doc: 'A CEL expression that makes the message.' },
    {
      name: 'reason',
      type: 'string',
      isOptional: true,
      doc: 'FieldValueInvalid, FieldValueForbidden, FieldValueRequired or FieldValueDuplicate.',
    },
    {
      name: 'fieldPath',
      type: 'string',
      isOptional: true,
      doc: 'The path of the field to blame, such as `.spec.replicas`.',
    },
    {
      name: 'optionalOldSelf',
      type: 'bool',
      isOptional: true,
      doc: 'The rule also runs when there is no old value; `oldSelf` is then an optional.',
    },
  ],
};

const ROWS: readonly (readonly [name: string, form: MarkerForm, value: string, doc: string])[] = [
  ['Maximum', one('number'), '=10', 'The largest number allowed.'],
  ['Minimum', one('number'), '=1', 'The smallest number allowed.'],
  ['ExclusiveMaximum', one('bool'), '=true', 'The value must be below the maximum, not equal to it.'],
  ['ExclusiveMinimum', one('bool'), '=true', 'The value must be above the minimum, not equal to it.'],
  ['MultipleOf', one('number'), '=2', 'The number must be a multiple of this one.'],
  ['MaxLength', one('int'), '=63', 'The longest string allowed, in characters.'],
  ['MinLength', one('int'), '=1', 'The shortest string allowed, in characters.'],
  [
    'Pattern',
    one('string'),
    '=`^[a-z]+$`',
    'A regular expression (RE2) that the string must match. Anchor it with `^` and `$`.',
  ],
  ['MaxItems', one('int'), '=10', 'The most items allowed in the list.'],
  ['MinItems', one('int'), '=1', 'The fewest items allowed in the list.'],
  ['UniqueItems', one('bool'), '=false', 'Forbidden by the API server when true; use `+listType=set`.'],
  ['MaxProperties', one('int'), '=10', 'The most keys allowed in the object or map.'],
  ['MinProperties', one('int'), '=1', 'The fewest keys allowed in the object or map.'],
  [
    'Enum',
    one({ slice: 'any' }),
    '=Allow;Forbid;Replace',
    'The values allowed. A union of literal types says the same without a marker.',
  ],
  ['Format', one('string'), '=date-time', 'An OpenAPI format; the API server checks the ones that it knows.'],
  ['Type', one('string'), '=string', 'Replaces the type that follows from TypeScript.'],
  [
    'XPreserveUnknownFields',
    EMPTY,
    '',
    'Fields that the schema does not name are kept. Same as `kubebuilder:pruning:PreserveUnknownFields`.',
  ],
  ['XEmbeddedResource', EMPTY, '', 'The value is a whole Kubernetes object.'],
  ['XIntOrString', EMPTY, '', 'The value is an integer or a string.'],
  [
    'XValidation',
    RULE,
    ':rule="self.min <= self.max",message="min must not exceed max"',
    'A CEL rule over the value. May be repeated.',
  ],
];

const FIRST = new Set(['Type', 'XIntOrString']);

/** What can be said of the keys of a map. */
const OF_KEYS = new Set(['MaxLength', 'MinLength', 'Pattern', 'Enum']);

/** `kubebuilder:validation:<Name>`, and the same with `items:`, `values:` or `keys:` before the name. */
export const VALIDATION_MARKERS: readonly MarkerDefinition[] = ROWS.flatMap(([name, form, value, doc]) => {
  const shared = {
    targets: ['field', 'type'],
    form,
    chapter: 'validation',
    ...(FIRST.has(name) && { priority: 9 }),
  } as const;
  const plain: MarkerDefinition = {
    ...shared,
    name: `kubebuilder:validation:${name}`,
    doc,
    example: `+kubebuilder:validation:${name}${value}`,
  };
  const inner = (part: string, about: string): MarkerDefinition => ({
    ...shared,
    name: `kubebuilder:validation:${part}:${name}`,
    doc: `${about} ${doc}`,
    example: `+kubebuilder:validation:${part}:${name}${value}`,
  });
  return [
    plain,
    inner('items', 'For each item of the list.'),
    inner('values', 'For each value of the map. Not known to controller-gen.'),
    ...(OF_KEYS.has(name)
      ? [inner('keys', 'For each key of the map, as a CEL rule. Not known to controller-gen.')]
      : []),
  ];
});
