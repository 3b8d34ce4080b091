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
  readonly violations: readonly string[];
}

/** Every write of a manager must have been received while that manager held the lease. */
export async function checkFencing(file: string, user: string): Promise<FencingReport> {
  const writes: AuditEvent[] = [];
  const holders: { at: string; holder: string }[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line === '') continue;
    const event = parseEvent(line);
    if (!event || event.user?.username !== user || (event.responseStatus?.code ?? 500) >= 300) continue;
    if (event.objectRef?.resource === 'leases') {
      const holder = event.requestObject?.spec?.holderIdentity;
      if (holder !== undefined) holders.push({ at: event.stageTimestamp, holder });
    } else writes.push(event);
  }
  // Times are RFC 3339 in UTC with six digits, so they sort as text.
  holders.sort((a, b) => (a.at < b.at ? -1 : 1));
  const changes = holders.filter(({ holder }, i) => holder !== holders[i - 1]?.holder);
  const violations = writes.flatMap((write) => {
    const { requestReceivedTimestamp: at, userAgent = '', objectRef } = write;
    // The log has no renewals before the first one, so the holder is the last one known when the write came in.
    const holder = changes.findLast((change) => change.at <= at)?.holder;
    const next = changes.find((change) => change.at > at);
    // A lease is held from the moment the API server stored it, which is shortly before it says so in the log.
    const isAboutToHold = next?.holder === userAgent && msBetween(at, next.at) < 200;
    if (holder === userAgent || isAboutToHold) return [];
    return [`${at}: ${userAgent} wrote ${objectRef?.resource}/${objectRef?.name} while "${holder ?? ''}" led`];
  });
  return { writes: writes.length, leaders: new Set(changes.map(({ holder }) => holder)).size, violations };
}

function msBetween(earlier: string, later: string): number {
  return Date.parse(later) - Date.parse(earlier);
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
