/** When a part of a template is there: the simplest condition that says so for every rendered set of features. */
import { type Feature, features } from './features.js';

/** What a value switches: a feature, or a choice that kustomize does not know. */
export type Switch = Feature | keyof typeof choices;

/** Values that are no features, by what they choose. */
const choices = { keepsCrds: 'crd.keep', namesNamespaces: 'manager.watchNamespaces' } as const;

/** A switch that must be on, or off. */
export interface Literal {
  readonly feature: Switch;
  readonly isOn: boolean;
}

/** Any of these, each of which is all of its literals. An empty term is always true. */
export type Condition = readonly (readonly Literal[])[];

/** A condition that always holds. */
export const always: Condition = [[]];

/** Whether the condition holds with these features. */
export function holds(condition: Condition, on: ReadonlySet<Switch>): boolean {
  return condition.some((term) => term.every(({ feature, isOn }) => on.has(feature) === isOn));
}

/** Whether one of the conditions holds, whatever is switched on. */
export function coversAll(conditions: readonly Condition[]): boolean {
  const switches = [...new Set(conditions.flat(2).map(({ feature }) => feature))];
  const sets = switches.reduce<ReadonlySet<Switch>[]>(
    (known, feature) => known.flatMap((on) => [on, new Set([...on, feature])]),
    [new Set()],
  );
  return sets.every((on) => conditions.some((condition) => holds(condition, on)));
}

/** The condition that holds for the sets of `inside` and for none of `outside`. */
export function conditionFor(
  inside: readonly ReadonlySet<Feature>[],
  outside: readonly ReadonlySet<Feature>[],
): Condition {
  if (outside.length === 0) return always;
  const fits = (condition: Condition): boolean =>
    inside.every((on) => holds(condition, on)) && !outside.some((on) => holds(condition, on));
  return candidates([...inside, ...outside]).find(fits) ?? inside.map((on) => exactly(on, [...inside, ...outside]));
}

/** From simple to less simple: one literal, two that must hold, one of two. */
function candidates(sets: readonly ReadonlySet<Feature>[]): Condition[] {
  const literals = featuresOf(sets).flatMap((feature) => [
    { feature, isOn: true },
    { feature, isOn: false },
  ]);
  const pairs = literals.flatMap((first, index) => literals.slice(index + 1).map((second) => [first, second] as const));
  return [
    ...literals.map((literal) => [[literal]]),
    ...pairs.map((pair) => [[...pair]]),
    ...pairs.map(([first, second]) => [[first], [second]]),
  ];
}

function exactly(on: ReadonlySet<Feature>, sets: readonly ReadonlySet<Feature>[]): Literal[] {
  return featuresOf(sets).map((feature) => ({ feature, isOn: on.has(feature) }));
}

function featuresOf(sets: readonly ReadonlySet<Feature>[]): Feature[] {
  return [...new Set(sets.flatMap((on) => [...on]))];
}

/** The condition as an expression of Helm's templates. */
export function expressionOf(condition: Condition): string {
  const terms = condition.map((term) => combine('and', term.map(literalText)));
  return combine('or', terms);
}

function combine(word: string, parts: readonly string[]): string {
  const [only = 'true', ...others] = parts;
  if (others.length === 0) return only;
  return [word, ...parts.map((part) => (part.includes(' ') ? `(${part})` : part))].join(' ');
}

function literalText({ feature, isOn }: Literal): string {
  const value = `.Values.${feature in choices ? choices[feature as keyof typeof choices] : features[feature as Feature].value}`;
  return isOn ? value : `not ${value}`;
}
