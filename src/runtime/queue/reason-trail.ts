/** Why a key was queued: the first reasons and the newest one, so that a flood of events costs nothing. */
const MOST_REASONS = 8;

/** Collects reasons in order, without repetitions, up to a fixed number. */
export class ReasonTrail<Reason> {
  readonly #reasons: Reason[] = [];

  add(reason: Reason): void {
    if (this.#reasons.some((known) => isSame(known, reason))) return;
    if (this.#reasons.length >= MOST_REASONS) this.#reasons.pop();
    this.#reasons.push(reason);
  }

  list(): readonly Reason[] {
    return this.#reasons;
  }
}

function isSame(left: unknown, right: unknown): boolean {
  if (!isRecord(left) || !isRecord(right)) return left === right;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
