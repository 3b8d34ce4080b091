/** What `kubebuilder:validation:*` markers do to a schema. */
import { type Apply, addRule, found, isIntOrString, typeOf } from './apply-target.js';
import { argumentOf, valueOf } from './resolve.js';

function numeric(key: 'maximum' | 'minimum' | 'multipleOf'): Apply {
  return (target, marker) => {
    const type = typeOf(target);
    if (type !== 'integer' && type !== 'number') return `it constrains numbers, but this is ${found(target)}`;
    const value = valueOf(marker);
    if (typeof value !== 'number' && typeof value !== 'bigint') return 'it needs a number';
    if (type === 'integer' && typeof value === 'number' && !Number.isInteger(value)) {
      return `${value} is not an integer, but the field is; use the type Double for fractions`;
    }
    if (key === 'multipleOf' && value <= 0) return 'it must be above zero';
    target.added[key] = value;
    return undefined;
  };
}

function exclusive(key: 'exclusiveMaximum' | 'exclusiveMinimum'): Apply {
  return (target, marker) => {
    const type = typeOf(target);
    if (type !== 'integer' && type !== 'number') return `it constrains numbers, but this is ${found(target)}`;
    if (valueOf(marker) === true) target.added[key] = true;
    return undefined;
  };
}

/** Counts are 64-bit integers in Go. */
const LARGEST_COUNT = 2n ** 63n - 1n;

type CountKey = 'maxLength' | 'minLength' | 'maxItems' | 'minItems' | 'maxProperties' | 'minProperties';

function count(key: CountKey, wanted: 'string' | 'array' | 'object', what: string): Apply {
  return (target, marker) => {
    const fits = typeOf(target) === wanted || (wanted === 'string' && isIntOrString(target));
    if (!fits) return `it constrains ${what}, but this is ${found(target)}`;
    const value = valueOf(marker);
    if (typeof value !== 'number' && typeof value !== 'bigint') return 'it needs a number';
    if (value < 0) return 'it must not be negative';
    if (typeof value === 'number' && !Number.isInteger(value)) return `${value} is not a whole number`;
    if (value > LARGEST_COUNT) return `${value} is more than the API server can hold (${LARGEST_COUNT})`;
    target.added[key] = value;
    return undefined;
  };
}

/** Sets a keyword to true. */
export function flag(
  key:
    | 'nullable'
    | 'x-kubernetes-preserve-unknown-fields'
    | 'x-kubernetes-embedded-resource'
    | 'x-kubernetes-int-or-string',
): Apply {
  return ({ added }) => {
    added[key] = true;
    return undefined;
  };
}

const REASONS = ['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'];

const validation: Apply = ({ added }, marker) => {
  const text = (name: string): string | undefined => {
    const value = argumentOf(marker, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const reason = text('reason');
  if (reason !== undefined && !REASONS.includes(reason))
    return `the reason "${reason}" is none of ${REASONS.join(', ')}`;
  const optionalOldSelf = argumentOf(marker, 'optionalOldSelf');
  const fields = {
    message: text('message'),
    messageExpression: text('messageExpression'),
    reason,
    fieldPath: text('fieldPath'),
  };
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  addRule(added, {
    rule: text('rule') ?? '',
    ...given,
    ...(typeof optionalOldSelf === 'boolean' && { optionalOldSelf }),
  });
  return undefined;
};

const pattern: Apply = (target, marker) => {
  if (typeOf(target) !== 'string' && !isIntOrString(target)) return `it constrains texts, but this is ${found(target)}`;
  target.added.pattern = String(valueOf(marker));
  return undefined;
};

const uniqueItems: Apply = (target, marker) => {
  if (typeOf(target) !== 'array') return `it constrains lists, but this is ${found(target)}`;
  if (valueOf(marker) === true) return 'the API server refuses uniqueItems; use +listType=set';
  return undefined;
};

const setEnum: Apply = (target, marker) => {
  const values = valueOf(marker);
  if (!Array.isArray(values) || values.length === 0) return 'it names no value';
  const type = typeOf(target);
  const wrong = isIntOrString(target) ? undefined : values.find((value: unknown) => !fitsType(value, type));
  if (wrong !== undefined)
    return `the value ${JSON.stringify(wrong)} is not of type ${type}${type === 'string' ? '; quote it' : ''}`;
  target.added.enum = values;
  return undefined;
};

function fitsType(value: unknown, type: string | undefined): boolean {
  if (type === 'string' || type === 'boolean') return typeof value === type;
  if (type === 'integer') return typeof value === 'bigint' || Number.isInteger(value);
  return type === 'number' ? typeof value === 'number' || typeof value === 'bigint' : true;
}

const TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array'];

const setType: Apply = ({ added }, marker) => {
  const type = String(valueOf(marker));
  if (type === 'Any' || type === '') return undefined;
  if (!TYPES.includes(type)) return `"${type}" is none of ${TYPES.join(', ')}`;
  added.type = type;
  return undefined;
};

const setFormat: Apply = ({ added }, marker) => {
  added.format = String(valueOf(marker));
  return undefined;
};

/** By the last segment of the name. */
export const VALIDATIONS: Readonly<Record<string, Apply>> = {
  Maximum: numeric('maximum'),
  Minimum: numeric('minimum'),
  MultipleOf: numeric('multipleOf'),
  ExclusiveMaximum: exclusive('exclusiveMaximum'),
  ExclusiveMinimum: exclusive('exclusiveMinimum'),
  MaxLength: count('maxLength', 'string', 'strings'),
  MinLength: count('minLength', 'string', 'strings'),
  MaxItems: count('maxItems', 'array', 'lists'),
  MinItems: count('minItems', 'array', 'lists'),
  MaxProperties: count('maxProperties', 'object', 'objects and maps'),
  MinProperties: count('minProperties', 'object', 'objects and maps'),
  XPreserveUnknownFields: flag('x-kubernetes-preserve-unknown-fields'),
  XEmbeddedResource: flag('x-kubernetes-embedded-resource'),
  XIntOrString: flag('x-kubernetes-int-or-string'),
  XValidation: validation,
  Pattern: pattern,
  UniqueItems: uniqueItems,
  Enum: setEnum,
  Type: setType,
  Format: setFormat,
};
