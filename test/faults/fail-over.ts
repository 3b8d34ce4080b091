/** Whether another process took the lease after a fault that the leader cannot survive as leader. */

/** The lease as the API server has it. */
export interface LeaseView {
  readonly holder: string;
  /** Differs after each renewal. */
  readonly version: string;
}

export interface FailOverWatch {
  /** The leader that the fault hit. */
  readonly before: string;
  /** When the fault began. */
  readonly startMs: number;
  readonly limitMs?: number;
  readLease(): Promise<LeaseView>;
  /** A write that does not concern the managers, to see how slow the machine is. */
  write(): Promise<unknown>;
  now(): number;
  pause(ms: number): Promise<void>;
  /** Whether the faults of this round are undone. */
  isOver(): boolean;
}

/** What was seen of the lease of a leader that did not change. */
export interface Silence {
  /** Renewals since the fault began, and since it was undone. */
  readonly renewals: number;
  readonly renewalsAfter: number;
  /** The longest time for which the API server verifiably had no renewal. */
  readonly silentMs: number;
}

export type FailOver =
  /** `machineMs` is how slow this machine was: the longest time that one read and one write took. */
  | { readonly result: 'changed'; readonly to: string; readonly ms: number; readonly machineMs: number }
  /** The process that led went on renewing after the fault. */
  | ({ readonly result: 'kept' } & Silence)
  | ({ readonly result: 'nobody'; readonly ms: number } & Silence);

export const pollMs = 20;
const defaultLimitMs = 180_000;
/** One renewal may have been on its way when its process gave up; several come from a process that leads. */
const renewalsOfLeader = 3;

/** Waits until another process holds the lease, or until it is clear that none will. */
export async function watchFailOver(watch: FailOverWatch): Promise<FailOver> {
  const { before, startMs, now, pause, limitMs = defaultLimitMs } = watch;
  const silence = new SilenceMeter();
  let machineMs = 0;
  while (now() < startMs + limitMs) {
    const isOver = watch.isOver();
    const askedMs = now();
    const { holder, version } = await watch.readLease();
    if (holder !== '' && holder !== before) return { result: 'changed', to: holder, ms: now() - startMs, machineMs };
    silence.see(holder === '' ? '' : version, { askedMs, seenMs: now(), isOver });
    const seen = silence.result();
    if (seen.renewalsAfter >= renewalsOfLeader) return { result: 'kept', ...seen };
    await watch.write();
    machineMs = Math.max(machineMs, now() - askedMs);
    await pause(pollMs);
  }
  return { result: 'nobody', ms: now() - startMs, ...silence.result() };
}

/** Measures for how long the lease stayed the same: from the first answer with a version to the last question that was answered with it. */
class SilenceMeter {
  #version: string | undefined;
  #firstSeenMs = 0;
  #silentMs = 0;
  #renewals = 0;
  #renewalsAfter = 0;

  see(version: string, { askedMs, seenMs, isOver }: { askedMs: number; seenMs: number; isOver: boolean }): void {
    if (version === this.#version) {
      this.#silentMs = Math.max(this.#silentMs, askedMs - this.#firstSeenMs);
      return;
    }
    // Giving the lease up is not a renewal.
    if (this.#version !== undefined && version !== '') {
      this.#renewals++;
      if (isOver) this.#renewalsAfter++;
    }
    this.#version = version;
    this.#firstSeenMs = seenMs;
  }

  result(): Silence {
    return { renewals: this.#renewals, renewalsAfter: this.#renewalsAfter, silentMs: Math.max(0, this.#silentMs) };
  }
}

/** What a fault did to the leader, as far as the harness knows. */
export interface Hit {
  readonly fault: string;
  readonly before: string;
  readonly leaseMs: number;
  /** Whether the fault hit the process that held the lease. */
  readonly hasHitLeader: boolean;
  /** For how long the fault was in force and how much the leader got through; undefined for faults that end the process. */
  readonly cutOff?: { readonly ms: number; readonly passed: number };
}

/** `problem` when the leader should have changed, `kept` when it rightly kept its lease; `text` has the evidence. */
export interface Judgement {
  readonly verdict: 'problem' | 'kept';
  readonly text: string;
}

export function judge(hit: Hit, seen: Exclude<FailOver, { result: 'changed' }>): Judgement {
  const { fault, leaseMs, hasHitLeader, cutOff } = hit;
  const evidence = evidenceOf(hit, seen);
  const problem = (what: string): Judgement => ({ verdict: 'problem', text: `${fault}: ${what}: ${evidence}` });
  if (seen.result === 'nobody') return problem(`no new leader within ${Math.round(seen.ms / 1000)} s`);
  if (seen.silentMs >= leaseMs) return problem('the leader continued after a whole lease without a renewal');
  if (hasHitLeader && (!cutOff || cutOff.ms >= leaseMs))
    return problem('the leader renewed its lease despite the fault');
  return { verdict: 'kept', text: `${fault}: the leader rightly kept its lease: ${evidence}` };
}

function evidenceOf({ before, leaseMs, hasHitLeader, cutOff }: Hit, seen: Silence): string {
  const { renewals, renewalsAfter, silentMs } = seen;
  const lease =
    `lease of "${before}" renewed ${renewals} times, ${renewalsAfter} of them after the fault; ` +
    `longest time without a renewal ${Math.round(silentMs)} ms of ${leaseMs} ms`;
  if (!hasHitLeader) return `${lease}; the fault hit a replica that did not hold the lease`;
  if (!cutOff) return `${lease}; the fault ends the process`;
  return `${lease}; the fault lasted ${Math.round(cutOff.ms)} ms, in which ${cutOff.passed} requests reached the API server`;
}
