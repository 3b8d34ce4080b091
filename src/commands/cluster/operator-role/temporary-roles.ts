/** The roles of an operator under other names, for one account. */
import type { Bound } from '../../../testing/rights/operator-account.js';

/** For whom they are. */
export interface RoleHolder {
  /** The first part of their names. */
  readonly account: string;
  /** The subject of the bindings. */
  readonly user: string;
}

/** The bindings of the operator's account and the roles that they bind; roles first. Those for people are left out. */
export function temporaryRoles(objects: readonly Bound[], { account, user }: RoleHolder): Bound[] {
  const accounts = new Set(
    objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name),
  );
  const bindings = objects.filter(
    ({ subjects }) => subjects?.some(({ kind, name }) => kind === 'ServiceAccount' && accounts.has(name)) === true,
  );
  const isBound = (role: Bound): boolean => bindings.some(({ roleRef }) => isRef(roleRef, role));
  const roles = objects.filter((object) => object.kind.endsWith('Role') && isBound(object));
  const named = (name: string | undefined): string => `${account}-${name ?? ''}`;
  return [
    ...roles.map((role) => ({ ...role, metadata: renamed(role, named) })),
    ...bindings.map((binding) => ({
      ...binding,
      metadata: renamed(binding, named),
      // Roles that are not the project's own, such as "view", are in the cluster already.
      ...(binding.roleRef !== undefined &&
        roles.some((role) => isRef(binding.roleRef, role)) && {
          roleRef: { ...binding.roleRef, name: named(binding.roleRef.name) },
        }),
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
    })),
  ];
}

function isRef(ref: Bound['roleRef'], role: Bound): boolean {
  return ref !== undefined && ref.name === role.metadata.name && (ref.kind ?? role.kind) === role.kind;
}

/** Labels say where they come from; those that aggregate into roles of the cluster must not be copied. */
function renamed({ metadata }: Bound, named: (name: string | undefined) => string): Bound['metadata'] {
  const { name, namespace } = metadata;
  return {
    name: named(name),
    ...(namespace === undefined ? {} : { namespace }),
    labels: { 'app.kubernetes.io/managed-by': 'kbts-run' },
  };
}
