/** What happens to the event loop while code under test works. */

/** Counts turns until it is disposed. */
export function countTurns(): { readonly turns: number } & Disposable {
  let turns = 0;
  let isCounting = true;
  const count = (): void => {
    turns++;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  return {
    get turns() {
      return turns;
    },
    [Symbol.dispose]: () => void (isCounting = false),
  };
}

/** Keeps the thread busy, as computing does. On a loaded machine it takes longer, never shorter. */
export function compute(ms: number): void {
  for (const startedAt = performance.now(); performance.now() - startedAt < ms;);
}
