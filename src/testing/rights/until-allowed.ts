/** Waiting until a server knows the rights that it was given. */
import type { Client } from '../../runtime/client/client.js';
import { is } from '../../runtime/client/requests/api-error.js';
import { defineKind } from '../../runtime/object/kind.js';
import type { KubeObject } from '../../runtime/object/meta.js';
import type { TestUser } from '../control-plane.js';
import { eventually } from '../eventually.js';
import type { Bound } from './operator-account.js';

interface Review extends KubeObject {
  spec: object;
  status?: { allowed?: boolean };
}

const SubjectAccessReview = defineKind<Review>({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  scope: 'Cluster',
});

/** What an access review asks about. */
export interface ResourceAttributes {
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  readonly subresource?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/**
 * Resolves when the server allows the user what each rule of `objects` gives to it: a real one learns of roles and of
 * bindings by watches, each in its own time, and until then refuses what they allow.
 */
export async function untilAllowed(
  user: string,
  objects: readonly Bound[],
  isAllowed: (asked: ResourceAttributes) => Promise<boolean>,
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const { timeoutMs = 30_000, signal } = options;
  let open = rightsGiven(user, objects);
  await eventually(
    async () => {
      const answers = await Promise.all(open.map(isAllowed));
      open = open.filter((_, index) => answers[index] !== true);
      if (open.length > 0) throw new Error(`roles of ${user} are not in force yet: ${JSON.stringify(open)}`);
    },
    { timeoutMs, intervalMs: 20, signal },
  );
}

/** Asks as somebody else than the user; those who may not ask go on without an answer. */
export function reviewOf(client: Client, { name, groups = [] }: TestUser) {
  return async (resourceAttributes: ResourceAttributes): Promise<boolean> => {
    const spec = { user: name, groups: [...groups], resourceAttributes };
    try {
      return (await client.create(new SubjectAccessReview({ metadata: {}, spec }))).status?.allowed === true;
    } catch (error) {
      if (is.forbidden(error)) return true;
      throw error;
    }
  };
}

/** One right of each rule that a binding gives to the user: a rule is known as a whole. */
export function rightsGiven(user: string, objects: readonly Bound[]): ResourceAttributes[] {
  const bindings = objects.filter(({ subjects = [] }) => subjects.some((subject) => userOf(subject) === user));
  return bindings.flatMap(({ kind, metadata, roleRef }) => {
    const namespace = kind === 'RoleBinding' ? metadata.namespace : undefined;
    const role = objects.find(
      (object) =>
        object.kind === roleRef?.kind &&
        object.metadata.name === roleRef.name &&
        (object.kind === 'ClusterRole' || object.metadata.namespace === namespace),
    );
    return (role?.rules ?? []).flatMap((rule) => firstOf(rule, namespace));
  });
}

function userOf({ kind, name, namespace }: NonNullable<Bound['subjects']>[number]): string | undefined {
  if (kind === 'User') return name;
  return kind === 'ServiceAccount' ? `system:serviceaccount:${namespace}:${name}` : undefined;
}

function firstOf(
  { apiGroups = [], resources = [], resourceNames = [], verbs }: NonNullable<Bound['rules']>[number],
  namespace: string | undefined,
): ResourceAttributes[] {
  const [[group], [full], [verb], [name]] = [apiGroups, resources, verbs, resourceNames];
  if (group === undefined || full === undefined || verb === undefined) return [];
  const [resource = '', subresource] = full.split('/');
  return [{ group, resource, verb, subresource, name, namespace }];
}
