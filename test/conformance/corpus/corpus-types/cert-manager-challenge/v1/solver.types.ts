import type { Duration } from 'kbts/runtime';
import type { DNS01Solver } from './dns01.types.js';
import type { HTTP01Solver } from './http01.types.js';

/** Who solves a challenge. */
export interface ChallengeSolver {
  /** For which certificates. */
  selector?: CertificateSelector;
  /** Waits this long instead of looking. */
  waitInsteadOfSelfCheck?: Duration;
  /** Over HTTP. */
  http01?: HTTP01Solver;
  /** Over DNS. */
  dns01?: DNS01Solver;
}

/** Which certificates are meant. */
export interface CertificateSelector {
  /** With these labels. */
  matchLabels?: Record<string, string>;
  /** With these names. */
  // +listType=atomic
  dnsNames?: string[];
  /** With names in these zones. */
  // +listType=atomic
  dnsZones?: string[];
}
