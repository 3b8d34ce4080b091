/** Starting again on other ports when one was taken. */
import { NotReadyError } from './readiness.js';

/**
 * Calls `start` until it does not fail because of a port. Ports are reserved, but another program that was configured to use
 * the same one may have it.
 */
export async function onOtherPortsAfterClash<T>(start: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt >= attempts || !(error instanceof NotReadyError && error.isPortClash)) throw error;
    }
  }
}
