/** `+kubebuilder:rbac` → rules. */
import { argumentOf } from '../markers/resolve.js';
import type { RbacRule } from '../model/rbac.js';
import type { JsonValue } from '../model/schema.js';
import { originOf, type PlacedMarker } from './comments/node-markers.js';

/** The rule that a marker states. */
export function readRbacRule(marker: PlacedMarker): RbacRule {
  const namespace = argumentOf(marker, 'namespace');
  const roleName = argumentOf(marker, 'roleName');
  const list = (name: string): string[] => texts(argumentOf(marker, name));
  return {
    groups: list('groups').map((group) => (group === 'core' ? '' : group)),
    resources: list('resources'),
    resourceNames: list('resourceNames'),
    urls: list('urls'),
    verbs: list('verbs'),
    namespace: typeof namespace === 'string' ? namespace : '',
    ...(typeof roleName === 'string' && roleName !== '' && { roleName }),
    origin: originOf(marker),
  };
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
