/** Which kbts this is, down to the build: no build uses what another one cached. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A hash of everything that the program was built from; the build writes it here. */
declare const KBTS_BUILD: string | undefined;

/** Changes with every build. Sources that run without a build have the time of this file instead. */
export function buildId(): string {
  if (typeof KBTS_BUILD === 'string') return KBTS_BUILD;
  const { mtimeMs, size } = statSync(fileURLToPath(import.meta.url));
  return `${mtimeMs}-${size}`;
}
