/** Rules for a property that is a number in some branches of a union and a string in others. */
import { escapeCelName } from '../../kubernetes/cel/field-name.js';
import type { JsonSchema, ValidationRule } from '../../model/schema.js';
import { propertyNames } from './union-rules.js';

/** Says for each branch which kind of value it takes; `isOther` is CEL that is true for the other branches. */
export function valueRules(
  branches: readonly JsonSchema[],
  properties: Readonly<Record<string, JsonSchema>>,
  isOther: (branch: JsonSchema, index: number) => string,
): ValidationRule[] {
  const mixed = propertyNames(branches).filter((name) => properties[name]?.['x-kubernetes-int-or-string'] === true);
  return mixed.flatMap((name) =>
    branches.flatMap((branch, index): ValidationRule[] => {
      const type = branch.properties?.[name]?.type;
      if (type !== 'integer' && type !== 'string') return [];
      const field = `self.${escapeCelName(name)}`;
      const isAlways = branches.every(({ required }) => required?.includes(name));
      const cel = type === 'integer' ? 'int' : 'string';
      return [
        {
          rule: `${isOther(branch, index)} || ${isAlways ? '' : `!has(${field}) || `}type(${field}) == ${cel}`,
          message: `${name} must be ${type === 'integer' ? 'an integer' : 'a string'} here`,
        },
      ];
    }),
  );
}
