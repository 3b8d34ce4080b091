/** Reads from the API server's audit log whether two managers ever worked at the same time. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Leases with their contents, writes to children and widgets without; nothing else. */
export const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    {
      level: 'Request',
      verbs: ['create', 'update'],
      resources: [{ group: 'coordination.k8s.io', resources: ['leases'] }],
      namespaces: ['default'],
    },
    {
      level: 'Metadata',
      verbs: ['create', 'update', 'patch', 'delete'],
      resources: [{ group: '', resources: ['configmaps'] }, { group: 'faults.kbts.dev' }],
      namespaces: ['default'],
    },
    { level: 'None' },
  ],
} as const;

interface AuditEvent {
  readonly userAgent?: string;
  readonly user?: { readonly username?: string };
  readonly objectRef?: { readonly resource?: string; readonly name?: string };
  readonly responseStatus?: { readonly code?: number };
  readonly requestObject?: { readonly spec?: { readonly holderIdentity?: string } };
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
}

export interface FencingReport {
  readonly writes: number;
  readonly leaders: number;
  /**
   * Writes of a process that was stopped with SIGSTOP in the instant between its last check and the
   * system call, and sent on when it was resumed: no check inside a process can prevent that. A process
   * has one thread, so it can be at most one for each stop. Counted only with evidence: the process was
   * resumed just before, it is its only late write, and its fence has said yes to nothing since.
   */
  readonly strays: readonly string[];
  readonly violations: readonly string[];
}

/**
 * Every write of a manager must have been received while that manager held the lease. When exactly the
 * lease changed hands is known only to lie between the moment the API server received that change and
 * the moment it had answered, so both holders are given that time.
 */
export async function checkFencing(
  file: string,
  user: string,
  { resumes = [], passed = new Map() }: Evidence = {},
): Promise<FencingReport> {
  const writes: AuditEvent[] = [];
  const claims: Claim[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const event = line === '' ? undefined : parseEvent(line);
    if (!event || event.user?.username !== user || (event.responseStatus?.code ?? 500) >= 300) continue;
    const holder = event.requestObject?.spec?.holderIdentity;
    if (event.objectRef?.resource !== 'leases') writes.push(event);
    else if (holder !== undefined)
      claims.push({ holder, received: event.requestReceivedTimestamp, answered: event.stageTimestamp });
  }
  // Times are RFC 3339 in UTC with six digits, so they sort as text.
  claims.sort((a, b) => (a.answered < b.answered ? -1 : 1));
  const changes = claims.filter(({ holder }, i) => holder !== claims[i - 1]?.holder);
  const late = writes.flatMap(({ requestReceivedTimestamp: at, userAgent = '', objectRef }) => {
    const isHeld = changes.some(({ holder, received }, i) => {
      const next = changes[i + 1];
      return holder === userAgent && received <= at && (next === undefined || at <= next.answered);
    });
    if (isHeld) return [];
    const holder = changes.findLast(({ answered }) => answered <= at)?.holder ?? '';
    const text = `${at}: ${userAgent} wrote ${objectRef?.resource}/${objectRef?.name} while "${holder}" led`;
    return [{ userAgent, at, text }];
  });
  const hasLed = new Set(changes.map(({ holder }) => holder));
  const isStray = ({ userAgent, at }: { userAgent: string; at: string }): boolean =>
    late.filter((other) => other.userAgent === userAgent).length === 1 &&
    resumes.some(
      ({ identity, atMs, atNs }) =>
        identity === userAgent &&
        isJustAfter(Date.parse(at), atMs) &&
        passed.get(identity)?.every((checkedNs) => checkedNs < atNs) === true,
    );
  const textsOf = (found: typeof late): string[] => found.map(({ text }) => text);
  return {
    writes: writes.length,
    leaders: hasLed.size,
    strays: textsOf(late.filter(isStray)),
    violations: textsOf(late.filter((found) => !isStray(found))),
  };
}

/** When a process was sent SIGCONT, by the wall clock and by the monotonic one that all processes share. */
export interface Resume {
  readonly identity: string;
  readonly atMs: number;
  readonly atNs: bigint;
}

/** What is known of the processes besides the log. */
export interface Evidence {
  readonly resumes?: readonly Resume[];
  /** When each process was last let write. */
  readonly passed?: ReadonlyMap<string, readonly bigint[]>;
}

/** Within a second; the two times are taken by two processes of one machine. */
function isJustAfter(atMs: number, resumedMs: number): boolean {
  return atMs >= resumedMs - 50 && atMs <= resumedMs + 1_000;
}

interface Claim {
  readonly holder: string;
  readonly received: string;
  readonly answered: string;
}

/** A line that was cut by a SIGKILL of the API server is no line. */
function parseEvent(line: string): AuditEvent | undefined {
  try {
    return JSON.parse(line) as AuditEvent;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
