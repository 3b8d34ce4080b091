/** RBAC markers as people write them. */
import { sortVerbs } from './required-rights.js';

/** What a marker says. */
export interface MarkerParts {
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly namespace?: string;
  readonly roleName?: string;
}

/** The line of a marker, without indentation. */
export function markerLine({ group, resources, verbs, namespace = '', roleName = '' }: MarkerParts): string {
  const parts = [
    `groups=${group === '' ? 'core' : group}`,
    `resources=${resources.join(';')}`,
    `verbs=${sortVerbs(verbs).join(';')}`,
    ...(namespace === '' ? [] : [`namespace=${namespace}`]),
    ...(roleName === '' ? [] : [`roleName=${roleName}`]),
  ];
  return `// +kubebuilder:rbac:${parts.join(',')}`;
}
