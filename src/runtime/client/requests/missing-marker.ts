/** The RBAC marker that an operator lacks when the API server refuses one of its calls. */

const REFUSAL = /User "system:serviceaccount:[^"]*" cannot (\w+) resource "([^"]+)" in API group "([^"]*)"/;

/** A marker to paste; undefined unless a ServiceAccount was refused for want of a role. */
export function missingMarker(message: string): string | undefined {
  const [, verb, resource, group] = REFUSAL.exec(message) ?? [];
  if (verb === undefined || resource === undefined || group === undefined) return undefined;
  // Who may list for a cache must be able to watch.
  const verbs = verb === 'list' || verb === 'watch' ? 'list;watch' : verb;
  return `// +kubebuilder:rbac:groups=${group === '' ? '""' : group},resources=${resource},verbs=${verbs}`;
}

/** The sentence for an error message. */
export function missingMarkerHint(message: string): string | undefined {
  const marker = missingMarker(message);
  return marker === undefined ? undefined : `add the marker ${marker} and run "npx kbts generate"`;
}
