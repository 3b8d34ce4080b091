/** Kinds of OLM, as far as commands read and write them. */
import { dynamicKind } from '../../../runtime/object/kind.js';
import type { KubeObject } from '../../../runtime/object/meta.js';

interface Condition {
  readonly type: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** A source of bundles. */
export interface CatalogSource extends KubeObject {
  readonly spec?: { readonly address?: string };
  readonly status?: { readonly connectionState?: { readonly lastObservedState?: string } };
}

/** What of a package shall be installed. */
export interface Subscription extends KubeObject {
  readonly spec?: { readonly name?: string; readonly source?: string; readonly channel?: string };
  readonly status?: {
    readonly installedCSV?: string;
    readonly currentCSV?: string;
    readonly state?: string;
    readonly installPlanRef?: { readonly name?: string };
    readonly conditions?: readonly Condition[];
  };
}

/** What OLM is about to create. */
export interface InstallPlan extends KubeObject {
  readonly spec?: { readonly approved?: boolean; readonly clusterServiceVersionNames?: readonly string[] };
  readonly status?: {
    readonly phase?: string;
    readonly message?: string;
    readonly conditions?: readonly Condition[];
    readonly plan?: readonly {
      readonly resource?: {
        readonly group?: string;
        readonly version?: string;
        readonly kind?: string;
        readonly name?: string;
      };
    }[];
  };
}

/** A version of an operator in a namespace. */
export interface ClusterServiceVersion extends KubeObject {
  readonly spec?: {
    readonly version?: string;
    readonly install?: { readonly spec?: { readonly deployments?: readonly { readonly name: string }[] } };
  };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly requirementStatus?: readonly Requirement[];
  };
}

/** What a version needs before OLM installs it. */
interface Requirement {
  readonly kind?: string;
  readonly name?: string;
  readonly status?: string;
  readonly message?: string;
  readonly dependents?: readonly Omit<Requirement, 'dependents' | 'name'>[];
}

/** Which namespaces the operators of a namespace watch. */
export interface OperatorGroup extends KubeObject {
  readonly spec?: { readonly targetNamespaces?: readonly string[] };
}

interface Operator extends KubeObject {
  readonly status?: {
    readonly components?: { readonly refs?: readonly { readonly kind?: string; readonly name?: string }[] };
  };
}

const group = 'operators.coreos.com';
export const CatalogSourceKind = dynamicKind<CatalogSource>({ group, version: 'v1alpha1', kind: 'CatalogSource' });
export const SubscriptionKind = dynamicKind<Subscription>({ group, version: 'v1alpha1', kind: 'Subscription' });
export const InstallPlanKind = dynamicKind<InstallPlan>({ group, version: 'v1alpha1', kind: 'InstallPlan' });
export const ClusterServiceVersionKind = dynamicKind<ClusterServiceVersion>({
  group,
  version: 'v1alpha1',
  kind: 'ClusterServiceVersion',
});
/** OLM's view of everything that belongs to a package. */
export const OperatorKind = dynamicKind<Operator>({ group, version: 'v1', kind: 'Operator' });
export const OperatorGroupKind = dynamicKind<OperatorGroup>({ group, version: 'v1', kind: 'OperatorGroup' });
