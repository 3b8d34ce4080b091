/** Names of a CRD: plural, kind, short names, categories. */
import type { Field } from '../field.js';
import { isDns1035Label } from '../value/names.js';

/** The names that a spec must have. */
export function requiredNames(names: Field): void {
  for (const key of ['plural', 'singular', 'kind', 'listKind']) if (names.at(key).text === '') names.at(key).required();
}

/** What is wrong with names that are given; those that the server accepted into the status may be missing. */
export function nameRules(names: Field): void {
  labelRule(names.at('plural'));
  labelRule(names.at('singular'));
  kindRule(names.at('kind'));
  kindRule(names.at('listKind'));
  for (const name of names.at('shortNames').items) listedRule(name);
  const [kind, listKind] = [names.at('kind'), names.at('listKind')];
  if (kind.text !== '' && kind.text === listKind.text) listKind.invalid('kind and listKind may not be the same');
  for (const category of names.at('categories').items) listedRule(category);
}

function labelRule(name: Field): void {
  if (name.text !== '') listedRule(name);
}

function listedRule(name: Field): void {
  const problems = isDns1035Label(name.text);
  if (problems.length > 0) name.invalid(problems.join(','), name.text);
}

function kindRule(kind: Field): void {
  const problems = kind.text === '' ? [] : isDns1035Label(kind.text.toLowerCase());
  if (problems.length > 0) kind.invalid(`may have mixed case, but should otherwise match: ${problems.join(',')}`);
}
