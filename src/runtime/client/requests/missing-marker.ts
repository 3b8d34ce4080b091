/** The RBAC marker that an operator lacks when the API server refuses one of its calls. */

const REFUSAL = /User "system:serviceaccount:[^"]*" cannot (\w+) resource "([^"]+)" in API group "([^"]*)"/;

/**
 * Verbs that one call needs, one after the other: a cached read lists and watches, and an apply reads, creates and patches. Naming
 * all of them saves a run of the tests for each.
 */
const TOGETHER: ReadonlyMap<string, string> = new Map([
  ['get', 'get;list;watch'],
  ['list', 'get;list;watch'],
  ['watch', 'get;list;watch'],
  ['patch', 'create;patch'],
]);

/** A marker to paste; undefined unless a ServiceAccount was refused for want of a role. */
export function missingMarker(message: string): string | undefined {
  const [, verb, resource, group] = REFUSAL.exec(message) ?? [];
  if (verb === undefined || resource === undefined || group === undefined) return undefined;
  const verbs = TOGETHER.get(resource.includes('/') ? '' : verb) ?? verb;
  return `// +kubebuilder:rbac:groups=${group === '' ? '""' : group},resources=${resource},verbs=${verbs}`;
}

/** The sentence for an error message. */
export function missingMarkerHint(message: string): string | undefined {
  const marker = missingMarker(message);
  return marker === undefined ? undefined : `add the marker ${marker} and run "npx kbts generate"`;
}
