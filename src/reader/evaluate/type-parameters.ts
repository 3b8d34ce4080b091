/** Type arguments → what each type parameter stands for. */
import type { TypeScript } from '../../typescript/load.js';
import { type Declaration, isValue } from '../sources/bindings.js';
import { type Place, TypeProblem, type TypeRef } from './type-ref.js';

/** Parameters of a generic declaration, filled with arguments and defaults. */
export function parametersFor(
  ts: TypeScript,
  declaration: Declaration,
  args: readonly TypeRef[],
  place: Place,
): ReadonlyMap<string, TypeRef> {
  const parameters = new Map<string, TypeRef>();
  if (isValue(ts, declaration) || ts.isEnumDeclaration(declaration)) return parameters;
  declaration.typeParameters?.forEach((parameter, index) => {
    const name = parameter.name.text;
    const argument = args[index];
    if (argument !== undefined) parameters.set(name, argument);
    else if (parameter.default !== undefined) {
      // A default may use the parameters before it.
      parameters.set(name, {
        kind: 'node',
        node: parameter.default,
        scope: { unit: place.unit, parameters: new Map(parameters) },
      });
    } else {
      const message = `the type parameter "${name}" has no argument here`;
      throw new TypeProblem(place, 'type-argument-missing', message, `give it one, or a default: <${name} = …>`);
    }
  });
  return parameters;
}
