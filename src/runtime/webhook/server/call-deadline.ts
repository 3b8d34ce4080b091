/** How long a call may take. */

const units: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** The caller's `?timeout=10s`, which the API server adds, but never more than `limitMs`. */
export function callTimeoutMs(url: string, limitMs: number): number {
  const query = url.slice(url.indexOf('?') + 1);
  const given = url.includes('?') ? new URLSearchParams(query).get('timeout') : null;
  const wantedMs = given === null ? undefined : durationMs(given);
  return wantedMs === undefined || wantedMs <= 0 ? limitMs : Math.min(wantedMs, limitMs);
}

/** Milliseconds of a Go duration such as `1m30s`, or `undefined` when it is none. */
function durationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text) || text.length > 64) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g))
    total += Number(amount) * (units[unit ?? ''] ?? 0);
  return total;
}
