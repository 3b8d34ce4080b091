/** What RBAC markers ask for. */
import type { MarkerOrigin } from './api.js';

/** One `+kubebuilder:rbac` marker. */
export interface RbacRule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  readonly verbs: readonly string[];
  readonly namespace: string;
  readonly roleName?: string;
  readonly origin: MarkerOrigin;
}
