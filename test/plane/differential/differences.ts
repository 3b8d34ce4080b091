/** Two recordings, compared path by path, so that a failure reads like a list of findings. */

/** One line for each place where they differ. */
export function differences(expected: unknown, actual: unknown): string[] {
  const lines: string[] = [];
  walk(expected, actual, '', lines, '');
  return lines;
}

function walk(expected: unknown, actual: unknown, path: string, lines: string[], request: string): void {
  if (Object.is(expected, actual)) return;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    for (let index = 0; index < length; index++) {
      walk(expected[index], actual[index], `${path}[${index}]`, lines, requestOf(expected[index]) ?? request);
    }
    return;
  }
  if (isRecord(expected) && isRecord(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      walk(expected[key], actual[key], `${path}.${key}`, lines, request);
    }
    return;
  }
  lines.push(`${request}\n    ${path}\n    real:     ${show(expected)}\n    embedded: ${show(actual)}`);
}

function requestOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value['request'] === 'string' ? value['request'] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 1500);
}
