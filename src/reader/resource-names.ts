/** The names and the scope of a kind's resource, from its markers. */
import { argumentOf, textOf, textsOf } from '../markers/resolve.js';
import type { ResourceNames } from '../model/api.js';
import { pluralOf } from '../model/plural.js';
import { type PlacedMarker, withName } from './comments/node-markers.js';
import type { SchemaContext } from './schema/schema-context.js';

/** What a later `+kubebuilder:resource` resets to its default when it leaves the argument out, as in controller-gen. */
const RESET = ['shortName', 'categories', 'scope'] as const;

/** Several markers may share the work: names add up, everything else is what the last one says. */
export function readNames(
  { evaluator: { program } }: SchemaContext,
  kind: string,
  markers: readonly PlacedMarker[],
): ResourceNames {
  const resources = withName(markers, 'kubebuilder:resource');
  const last = resources.at(-1);
  for (const earlier of resources.slice(0, -1)) {
    const lost = RESET.filter((name) => !hasSameValue(earlier, last, name));
    if (lost.length === 0) continue;
    program.diagnostics.at(earlier.unit, earlier.offset, earlier.length, {
      severity: 'warning',
      code: 'marker-overridden',
      message: `a later +kubebuilder:resource on "${kind}" overrides ${lost.join(', ')} of this one`,
      fix: 'write one marker with all arguments',
    });
  }
  const name = (argument: string): string | undefined =>
    resources.flatMap((marker) => textOf(marker, argument) ?? []).at(-1);
  return {
    plural: name('path') ?? pluralOf(kind),
    singular: name('singular') ?? kind.toLowerCase(),
    shortNames: textsOf(last && argumentOf(last, 'shortName')),
    categories: textsOf(last && argumentOf(last, 'categories')),
    scope: ((last && textOf(last, 'scope')) ?? 'Namespaced') as ResourceNames['scope'],
  };
}

/** Whether a marker sets nothing, or what the last one sets as well. */
function hasSameValue(earlier: PlacedMarker, last: PlacedMarker | undefined, name: string): boolean {
  const value = argumentOf(earlier, name);
  return value === undefined || JSON.stringify(value) === JSON.stringify(last && argumentOf(last, name));
}
