/** Which of its rights an operator has used: written by control planes, read by the reporter after the tests. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Names the file that all control planes of a test run append to. */
export const RIGHTS_FILE = 'KBTS_RIGHTS_FILE';

/** One verb on one resource. */
export interface Right {
  readonly group: string;
  /** With its subresource, as `guestbooks/status`. */
  readonly resource: string;
  readonly verb: string;
}

/** A right of a role; `names` when it is for these objects only. */
export interface GrantedRight extends Right {
  readonly role: string;
  readonly names: readonly string[];
}

/** A request that was allowed. */
export interface UsedRight extends Right {
  readonly name: string;
}

/** As much of a role as rights need. */
export interface RoleLike {
  readonly kind: string;
  readonly metadata: { readonly name?: string };
  readonly rules?: readonly {
    readonly apiGroups?: readonly string[];
    readonly resources?: readonly string[];
    readonly resourceNames?: readonly string[];
    readonly verbs?: readonly string[];
  }[];
}

/** Returns a function that notes each right once; undefined when no run asks for it. */
export function rightsRecorder(file: string | undefined): ((right: UsedRight) => void) | undefined {
  if (file === undefined || file === '') return undefined;
  const noted = new Set<string>();
  return (right) => {
    const line = JSON.stringify(right);
    if (noted.has(line)) return;
    noted.add(line);
    appendFileSync(file, `${line}\n`);
  };
}

/** What a run has noted. */
export function readUsedRights(file: string): UsedRight[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return [...new Set(lines)].filter((line) => line !== '').map((line) => JSON.parse(line) as UsedRight);
}

/** Every right that roles give, one by one. */
export function grantedRights(roles: readonly RoleLike[]): GrantedRight[] {
  return roles.flatMap(({ metadata, rules = [] }) =>
    rules.flatMap(({ apiGroups = [], resources = [], resourceNames = [], verbs = [] }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) =>
          verbs.map((verb) => ({ role: metadata.name ?? '', group, resource, verb, names: resourceNames })),
        ),
      ),
    ),
  );
}

/** Rights that no request needed. */
export function unusedRights(granted: readonly GrantedRight[], used: readonly UsedRight[]): GrantedRight[] {
  return granted.filter((right) => !used.some((request) => covers(right, request)));
}

/** Which of these is sent depends on the server and on what is cached, so one stands for all. */
const READS = new Set(['get', 'list', 'watch']);

function covers({ group, resource, verb, names }: GrantedRight, request: UsedRight): boolean {
  if (group !== '*' && group !== request.group) return false;
  const isRead = READS.has(verb) && READS.has(request.verb);
  if (verb !== '*' && verb !== request.verb && !isRead) return false;
  if (names.length > 0 && !names.includes(request.name)) return false;
  const [, subresource] = request.resource.split('/');
  return (
    resource === '*' || resource === request.resource || (subresource !== undefined && resource === `*/${subresource}`)
  );
}

/** `deployments.apps: delete`; verbs of one resource together. */
export function describeRights(rights: readonly GrantedRight[]): string[] {
  const verbs = new Map<string, string[]>();
  for (const { group, resource, verb, names } of rights) {
    const key = `${resource}${group === '' ? '' : `.${group}`}${names.length === 0 ? '' : ` (${names.join(', ')})`}`;
    verbs.set(key, [...(verbs.get(key) ?? []), verb]);
  }
  return [...verbs].map(([resource, list]) => `${resource}: ${list.join(', ')}`);
}
