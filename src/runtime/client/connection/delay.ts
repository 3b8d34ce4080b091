/** Waiting that can be called off. */

/** Resolves after `ms`; rejects with the signal's own reason when it is aborted first. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    // Longer delays overflow Node's timer and would fire at once.
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      },
      Math.min(ms, 2 ** 31 - 1),
    );
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
