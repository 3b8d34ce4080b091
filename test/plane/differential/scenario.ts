/** The same requests against two servers, and what differs. */
import { expect } from 'vitest';
import { eventually } from '../../../src/testing/eventually.js';
import type { Answer, ApiClient, Call } from './api-client.js';

export type { Answer, Call };
import { differences } from './differences.js';
import { runKubectl } from './kubectl.js';
import { normalize, normalizeOutput } from './normalize.js';

/** What a scenario may do; each call is recorded. */
export interface Run {
  /** A name that no other run has; the same on both servers. */
  readonly id: string;
  /** A namespace that exists. */
  readonly namespace: string;
  call(call: Call): Promise<Answer>;
  watch(call: Call, count: number): Promise<Answer>;
  /** Not recorded: waiting, cleaning up. */
  quietly(call: Call): Promise<Answer>;
  /** Runs kubectl against the server; what it prints is recorded. */
  kubectl(args: readonly string[], stdin?: unknown): Promise<string>;
  /** Repeats a quiet call, a GET if only its path is given, until the check holds: real servers learn of most things by watches. */
  until(call: string | Call, check: (answer: Answer) => boolean): Promise<Answer>;
  readonly isReal: boolean;
  /** The API group of widgets that scenarios share: a real server takes seconds to serve a new one. */
  readonly group: string;
}

/** A scenario is a function of a run. */
export type Scenario = (run: Run) => Promise<void>;

const SHARED_GROUP = `shared${Math.random().toString(36).slice(2, 8)}.kbts.dev`;

interface Recorded {
  readonly request: string;
  readonly code: number;
  readonly warnings: readonly string[];
  readonly body: unknown;
}

/** Runs a scenario on both and expects the same answers. */
export async function expectSame(real: ApiClient, embedded: ApiClient, scenario: Scenario): Promise<void> {
  const id = `d${Math.random().toString(36).slice(2, 8)}`;
  const expected = await record(real, scenario, id, true);
  const actual = await record(embedded, scenario, id, false);
  expect(differences(expected, actual)).toEqual([]);
}

async function record(client: ApiClient, scenario: Scenario, id: string, isReal: boolean): Promise<Recorded[]> {
  const records: Recorded[] = [];
  const namespace = `ns-${id}`;
  await client.call({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } });
  const keep = (call: Call, answer: Answer): Answer => {
    const shown = typeof call.body === 'string' ? call.body : JSON.stringify(call.body ?? '');
    records.push({
      request: `${records.length} ${call.method} ${call.path.replace(/resourceVersion=\d{2,}/, 'resourceVersion=N')} ${/"uid"/.test(shown) ? '' : shown.slice(0, 200)}`,
      code: answer.code,
      warnings: answer.warnings,
      body: call.ignoresManagers === true ? withoutManagers(normalize(answer.body)) : normalize(answer.body),
    });
    return answer;
  };
  const quietly = (call: Call): Promise<Answer> => client.call(call);
  await scenario({
    id,
    namespace,
    isReal,
    group: SHARED_GROUP,
    call: async (call) => keep(call, await client.call(call)),
    watch: async (call, count) => keep(call, await client.watch(call, count)),
    quietly,
    kubectl: async (args, stdin) => {
      const { code, stdout, stderr } = await runKubectl(client, args, stdin);
      const body = { stdout: normalizeOutput(stdout), stderr: normalizeOutput(stderr) };
      records.push({ request: `${records.length} kubectl ${args.join(' ')}`, code, warnings: [], body });
      return stdout;
    },
    until: (given, check) => {
      const call = typeof given === 'string' ? { method: 'GET', path: given } : given;
      return eventually(
        async () => {
          const answer = await quietly(call);
          if (!check(answer)) throw new Error(`${call.method} ${call.path}: ${JSON.stringify(answer)}`);
          return answer;
        },
        { timeoutMs: 45_000, intervalMs: 20 },
      );
    },
  });
  return records;
}

function withoutManagers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member: unknown) => (key === 'managedFields' ? undefined : member)));
}

/** Short forms. */
export const get = (path: string): Call => ({ method: 'GET', path });
export const post = (path: string, body: unknown): Call => ({ method: 'POST', path, body });
export const put = (path: string, body: unknown): Call => ({ method: 'PUT', path, body });
export const remove = (path: string, body?: unknown): Call => ({ method: 'DELETE', path, body });
export const merge = (path: string, body: unknown): Call => ({
  method: 'PATCH',
  path,
  body,
  type: 'application/merge-patch+json',
});
export const strategic = (path: string, body: unknown): Call => ({
  method: 'PATCH',
  path,
  body,
  type: 'application/strategic-merge-patch+json',
});
export const jsonPatch = (path: string, body: unknown): Call => ({
  method: 'PATCH',
  path,
  body,
  type: 'application/json-patch+json',
});
export const apply = (path: string, manager: string, body: unknown, force = false): Call => ({
  method: 'PATCH',
  path: `${path}${path.includes('?') ? '&' : '?'}fieldManager=${manager}${force ? '&force=true' : ''}`,
  body,
  type: 'application/apply-patch+yaml',
});
