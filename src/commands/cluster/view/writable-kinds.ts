/** Which kinds an operator writes, as its role says. */
import type { Client } from '../../../runtime/client/client.js';
import { defineKind, type Kind } from '../../../runtime/object/kind.js';
import { readInside } from '../../../scaffold/read-inside.js';
import { parseAllDocuments } from '../../../yaml.js';
import { layout } from '../../../project/layout.js';

/** A resource of a role. */
export interface WritableResource {
  readonly group: string;
  readonly plural: string;
}

const writes = new Set(['create', 'update', 'patch', 'delete', '*']);
/** They change all the time, or say nothing to a person. */
const dull = new Set(['events', 'leases', 'tokenreviews', 'subjectaccessreviews', '*']);

/** Resources that config/rbac/role.yaml lets the operator write; none when there is no such file. */
export async function writableResources(root: string): Promise<WritableResource[]> {
  const text = readInside(root, layout.role) ?? '';
  const rules = parseAllDocuments(text).flatMap((document) => ((document.toJS() ?? {}) as RoleLike).rules ?? []);
  const written = rules.filter(({ verbs = [] }) => verbs.some((verb) => writes.has(verb)));
  const found = written
    .flatMap(({ apiGroups = [], resources = [] }) =>
      apiGroups.flatMap((group) => resources.map((name) => ({ group, name }))),
    )
    .map(({ group, name }) => ({ group, plural: name.split('/')[0] ?? '' }))
    .filter(({ plural }) => !dull.has(plural));
  return [...new Map(found.map((one) => [`${one.group}/${one.plural}`, one])).values()];
}

interface RoleLike {
  readonly rules?: readonly {
    readonly apiGroups?: readonly string[];
    readonly resources?: readonly string[];
    readonly verbs?: readonly string[];
  }[];
}

/** Those of them that the server has, each in the version it prefers. */
export async function kindsOf(
  client: Client,
  resources: readonly WritableResource[],
  signal: AbortSignal,
): Promise<Kind[]> {
  const served = await client.mapper.resources({ signal });
  return resources.flatMap(({ group, plural }) => {
    const found = served.find((one) => one.group === group && one.plural === plural && one.verbs.includes('watch'));
    if (!found) return [];
    const { version, kind, scope } = found;
    return [defineKind({ group, version, kind, plural, scope })];
  });
}
