/** Which kinds of others can be types here. */
import { kindRule, type NameRule } from './names.js';

const words = new Set(
  (
    'any as async await bigint boolean break case catch class const continue debugger declare default delete do else enum ' +
    'export extends false finally for from function get if implements import in infer instanceof interface is keyof let ' +
    'module namespace never new null number object of package private protected public readonly require return set ' +
    'static string super switch symbol this throw true try type typeof undefined unique unknown using var void while ' +
    'with yield arguments eval'
  ).split(' '),
);

/** `Guestbook`, and `postgresql`: the API server lets a kind begin with a small letter, and old CRDs cannot be renamed. */
export const importedKindRule: NameRule = (name) => {
  if (words.has(name)) return 'it is a word of TypeScript, so no type can have this name';
  return kindRule(name.charAt(0).toUpperCase() + name.slice(1));
};
