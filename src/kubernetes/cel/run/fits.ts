/** Whether values are what a function takes, for calls whose types are only known when they run. */
import { overloadsOf } from '../check/functions.js';
import type { Type } from '../check/types.js';
import { Quantity } from '../../value/quantity.js';
import { NamedFormat } from './named-formats.js';
import { Cidr, Ip } from './networks.js';
import { Semver } from './semver.js';
import { CelDuration, CelMap, CelOptional, CelTimestamp, CelTypeName, CelUint } from './values.js';

/** Whether a function has an overload for these values; the target of a method comes first. */
export function fits(name: string, values: readonly unknown[], isMethod: boolean): boolean {
  const overloads = overloadsOf(name) ?? [];
  return overloads.some(
    (overload) =>
      overload.isMethod === isMethod &&
      overload.args.length === values.length &&
      overload.args.every((type, index) => isOfType(values[index], type)),
  );
}

const CLASSES: Readonly<Record<string, new (...args: never[]) => unknown>> = {
  'kubernetes.NamedFormat': NamedFormat,
  'kubernetes.Quantity': Quantity,
  'kubernetes.Semver': Semver,
  'kubernetes.URL': URL,
  'net.CIDR': Cidr,
  'net.IP': Ip,
  optional_type: CelOptional,
};

function isOfType(value: unknown, { kind, name, params }: Type): boolean {
  switch (kind) {
    case 'dyn':
    case 'param':
      return true;
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return typeof value === 'bigint';
    case 'double':
      return typeof value === 'number';
    case 'string':
      return typeof value === 'string';
    case 'bytes':
      return value instanceof Uint8Array;
    case 'uint':
      return value instanceof CelUint;
    case 'duration':
      return value instanceof CelDuration;
    case 'timestamp':
      return value instanceof CelTimestamp;
    case 'type':
      return value instanceof CelTypeName;
    case 'map':
      return value instanceof CelMap;
    case 'list': {
      const [element] = params;
      if (!Array.isArray(value)) return false;
      // A list of lists, as `flatten` takes it, may have other items at run time.
      return element === undefined || element.kind === 'list' || value.every((item) => isOfType(item, element));
    }
    case 'null':
      return value === null;
    default: {
      const made = CLASSES[name];
      // Values from outside bring methods of their own.
      return made === undefined ? typeof value === 'object' && value !== null : value instanceof made;
    }
  }
}
