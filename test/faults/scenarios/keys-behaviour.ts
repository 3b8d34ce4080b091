/** What the operator that counts its keys is told by the scenario that starts it. */

export interface KeysBehaviour {
  /** Added to the value that it writes, so that another process has something to write. */
  readonly suffix?: string;
  /** Whether the first try of each key fails. */
  readonly failsOnce?: boolean;
}

/** Environment variable with the behaviour as JSON. */
export const behaviourVariable = 'FAULTS_KEYS';

/** Widgets with this value are read and counted, but not written. */
export const quietValue = 'quiet';
