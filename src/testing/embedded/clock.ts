/** Time as the server sees it; tests may pass their own. */

/** The current moment in milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** `metav1.Time`: whole seconds, UTC. */
export function timestamp(clock: Clock): string {
  return formatTime(clock.now());
}

/** Milliseconds as `metav1.Time`. */
export function formatTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
