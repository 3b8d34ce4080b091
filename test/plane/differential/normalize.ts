/** Takes away what two servers can never share: uids, times, versions, random names, order of findings. */

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  uid: 'UID',
  resourceVersion: 'RV',
  creationTimestamp: 'TIME',
  deletionTimestamp: 'TIME',
  time: 'TIME',
  lastTransitionTime: 'TIME',
  lastUpdateTime: 'TIME',
  expirationTimestamp: 'TIME',
  continue: 'TOKEN',
  token: 'TOKEN',
  storageVersionHash: 'HASH',
};

/** A comparable copy. */
export function normalize(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    const [before = '', asked] = value.split('asked: ');
    return asked === undefined ? normalizeText(value, key) : [before, normalize(JSON.parse(asked))];
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => normalize(item));
    return key === 'causes' || key === 'managedFields' ? items.sort(byText) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    // Columns are described by texts of Go sources.
    if (name === 'description' && 'priority' in value) continue;
    result[name] = normalize((value as Record<string, unknown>)[name], name);
  }
  return withSortedMessage(result);
}

function byText(left: unknown, right: unknown): number {
  const a = JSON.stringify(left);
  const b = JSON.stringify(right);
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function normalizeText(text: string, key: string): string {
  const placeholder = PLACEHOLDERS[key];
  if (placeholder !== undefined && text !== '') return placeholder;
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID')
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/g, 'TIME')
    .replaceAll(/(record|version:?|current:) \(?\d+\)?/g, '$1 N')
    .replaceAll(/\(\d+\)/g, '(N)')
    .replaceAll(/^\d+s$/g, 'AGE')
    .replaceAll(/Invalid value: "\{.*\}":/gs, 'Invalid value: "OBJECT":');
}

/** Findings come in the order of Go maps: a message with several is compared as a sorted list. */
function withSortedMessage(value: Record<string, unknown>): Record<string, unknown> {
  const { message, details } = value as { message?: string; details?: { causes?: unknown[] } };
  if (typeof message !== 'string' || (details?.causes?.length ?? 0) < 2) return value;
  const match = /^([^[]*is invalid: )\[(.*)\]$/s.exec(message);
  if (match === null) return value;
  return { ...value, message: `${match[1]}[sorted]`, length: (match[2] ?? '').length };
}

/** What a program printed, without times, addresses and random names. */
export function normalizeOutput(text: string): string {
  return text
    .replaceAll(/https:\/\/127\.0\.0\.1:\d+/g, 'SERVER')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID')
    .replaceAll(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/g, 'TIME')
    .replaceAll(/\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000/g, 'TIME')
    .replaceAll(/\b(\d+m)?\d+s\b/g, 'AGE')
    .replaceAll(/Resource Version: +\d+/g, 'Resource Version: N')
    .replaceAll(/ +$/gm, '')
    .replaceAll(/ {2,}/g, '  ');
}
