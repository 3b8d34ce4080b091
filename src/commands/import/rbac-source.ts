/** Rules of a role as RBAC markers. */
import { quoted } from '../../scaffold/importer/schema-markers.js';
import { isCovered } from './covered-rules.js';
import type { RoleRule } from './kubebuilder-project.js';

/** The name that kubebuilder and kbts give to the role of the manager. */
const MANAGER_ROLE = 'manager-role';

/** A source with a marker for each rule that the sources of the project do not ask for themselves; nothing without any. */
export function rbacSource(
  rules: readonly RoleRule[],
  known: readonly RoleRule[],
  boilerplate: string,
): string | undefined {
  const missing = rules.filter((rule) => !isCovered(rule, known));
  if (missing.length === 0) return undefined;
  return [
    `${boilerplate}/** Rights of the Go project. Move each marker to the code that needs it. */`,
    ...missing.map((rule) => `// ${rbacMarker(rule)}`),
    '// oxlint-disable-next-line unicorn/require-module-specifiers -- markers are all that is here',
    'export {};',
    '',
  ].join('\n');
}

/** Whether the project asks for a right that the Go project did not have. */
export function isWider(known: readonly RoleRule[], rules: readonly RoleRule[]): boolean {
  return known.some((rule) => !isCovered(rule, rules));
}

function rbacMarker({ role, namespace, groups, resources, resourceNames, urls, verbs }: RoleRule): string {
  const list = (values: readonly string[]): string => values.map(word).join(';');
  const parts = [
    ...(groups.length > 0 ? [`groups=${list(groups)}`] : []),
    ...(resources.length > 0 ? [`resources=${list(resources)}`] : []),
    ...(resourceNames.length > 0 ? [`resourceNames=${list(resourceNames)}`] : []),
    ...(urls.length > 0 ? [`urls=${list(urls)}`] : []),
    `verbs=${list(verbs)}`,
    ...(namespace === '' ? [] : [`namespace=${word(namespace)}`]),
    ...(role === MANAGER_ROLE || role === '' ? [] : [`roleName=${word(role)}`]),
  ];
  return `+kubebuilder:rbac:${parts.join(',')}`;
}

function word(value: string): string {
  return /^[A-Za-z][\w.\-/]*$/.test(value) ? value : quoted(value);
}
