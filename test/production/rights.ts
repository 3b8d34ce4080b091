/** Compares what a service account may do with what it did. */
import type { KubeObject } from '../../src/runtime/object/meta.js';

/** One verb on one resource; `names` when the right is for these objects only. */
export interface Right {
  readonly role: string;
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  readonly names?: readonly string[];
}

/** One request, as the audit log of the API server tells it. */
export interface Request {
  readonly group: string;
  /** With its subresource, as `guestbooks/status`. */
  readonly resource: string;
  readonly verb: string;
  readonly name: string | undefined;
  readonly code: number;
  readonly path: string;
}

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

type Role = KubeObject & { readonly rules: readonly Rule[] };
type Binding = KubeObject & {
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects: readonly { readonly kind: string; readonly name: string }[];
};

/** Every right that bindings among `objects` give to the service account `account`. */
export function grantedRights(objects: readonly KubeObject[], account: string): Right[] {
  const bindings = objects.filter(({ kind }) => /^(Cluster)?RoleBinding$/.test(kind)) as Binding[];
  const mine = bindings.filter(({ subjects }) =>
    subjects.some(({ kind, name }) => kind === 'ServiceAccount' && name === account),
  );
  return mine.flatMap(({ roleRef }) => {
    const role = objects.find(({ kind, metadata }) => kind === roleRef.kind && metadata.name === roleRef.name);
    if (!role) throw new Error(`there is no ${roleRef.kind} ${roleRef.name}`);
    return (role as Role).rules.flatMap((rule) => rightsOf(rule, roleRef.name));
  });
}

function rightsOf({ apiGroups = [], resources = [], resourceNames: names, verbs }: Rule, role: string): Right[] {
  return apiGroups.flatMap((group) =>
    resources.flatMap((resource) => verbs.map((verb) => ({ role, group, resource, verb, ...(names && { names }) }))),
  );
}

/** The rights that no successful request needed. */
export function unusedRights(rights: readonly Right[], requests: readonly Request[]): Right[] {
  const served = requests.filter(({ code }) => code < 400 || code === 404 || code === 409);
  return rights.filter(
    ({ group, resource, verb, names }) =>
      !served.some(
        (request) =>
          request.group === group &&
          request.resource === resource &&
          request.verb === verb &&
          (!names || names.includes(request.name ?? '')),
      ),
  );
}

/** Requests of `user` in the lines of an audit log; each once, when it was answered. */
export function auditedRequests(log: string, user: string): Request[] {
  const events = log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as AuditEvent]));
  return events
    .filter((event) => event.user.username === user && /^Response(Started|Complete)$/.test(event.stage))
    .map(({ verb, objectRef, responseStatus, requestURI }) => {
      const { apiGroup = '', resource = '', subresource, name } = objectRef ?? {};
      const full = subresource ? `${resource}/${subresource}` : resource;
      return { group: apiGroup, resource: full, verb, name, code: responseStatus?.code ?? 0, path: requestURI };
    });
}

interface AuditEvent {
  readonly stage: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly resource?: string;
    readonly subresource?: string;
    readonly name?: string;
  };
  readonly responseStatus?: { readonly code: number };
}
