/** Time as the server writes it into objects, which may jump; durations are measured by the runtime's `Clock`. Tests may pass their own. */

/** The current moment in milliseconds since 1970. */
export interface WallClock {
  now(): number;
}

/** The clock of this machine. */
export const wallClock: WallClock = { now: () => Date.now() };

/** `metav1.Time`: whole seconds, UTC. */
export function timestamp(clock: WallClock): string {
  return formatTime(clock.now());
}

/** Milliseconds as `metav1.Time`. */
export function formatTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
