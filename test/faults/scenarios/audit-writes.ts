/** Every write of the managers, as the API server has logged it. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export interface AuditWrite {
  readonly verb: string;
  /** Such as `configmaps` or `widgets/status`. */
  readonly resource: string;
  readonly name: string;
  readonly code: number;
}

interface Line {
  readonly verb: string;
  readonly user?: { readonly username?: string };
  readonly objectRef?: { readonly resource?: string; readonly subresource?: string; readonly name?: string };
  readonly responseStatus?: { readonly code?: number };
}

/** Leases are left out. */
export async function readWrites(file: string, user: string): Promise<AuditWrite[]> {
  const found: AuditWrite[] = [];
  for await (const text of createInterface({ input: createReadStream(file) })) {
    if (text === '') continue;
    const { verb, user: author, objectRef, responseStatus } = JSON.parse(text) as Line;
    const { resource = '', subresource, name = '' } = objectRef ?? {};
    if (author?.username !== user || resource === 'leases') continue;
    const path = subresource ? `${resource}/${subresource}` : resource;
    found.push({ verb, resource: path, name, code: responseStatus?.code ?? 0 });
  }
  return found;
}

/** Successful writes that happened more often than `most` for one object, as sentences. */
export function repeated(writes: readonly AuditWrite[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const { verb, resource, name, code } of writes) {
    if (code >= 300) continue;
    const what = `${verb} ${resource}/${name}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].flatMap(([what, count]) => (count > most ? [`${what} was done ${count} times, not ${most}`] : []));
}
