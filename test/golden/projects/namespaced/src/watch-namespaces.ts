/*
Copyright 2026 Example.
*/

/** The namespaces in WATCH_NAMESPACE, separated by commas. */
export function watchNamespaces(environment: Readonly<Record<string, string | undefined>>): string[] {
  const names = (environment['WATCH_NAMESPACE'] ?? '').split(',').map((name) => name.trim());
  const namespaces = names.filter((name) => name !== '');
  // Without a list the manager would watch the whole cluster, which its Role does not allow.
  if (namespaces.length === 0) {
    throw new Error('WATCH_NAMESPACE must name the namespaces to watch, as in WATCH_NAMESPACE=default');
  }
  return namespaces;
}
