/** Cron schedules and time zones. */

interface Part {
  readonly low: number;
  readonly high: number;
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const PARTS: readonly Part[] = [
  { low: 0, high: 59 },
  { low: 0, high: 23 },
  { low: 1, high: 31 },
  { low: 1, high: 12, names: ['', ...MONTHS] },
  { low: 0, high: 6, names: DAYS },
];
const SHORTCUTS = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);

/** What is wrong with a schedule, or undefined. */
export function scheduleProblem(schedule: string): string | undefined {
  let text = schedule;
  const zone = /^(?:CRON_)?TZ=(\S*)(\s*)(.*)$/s.exec(text);
  if (zone !== null) {
    const [, name = '', space = '', rest = ''] = zone;
    if (space === '') return `failed to parse schedule: ${schedule}`;
    if (timeZoneProblem(name) !== undefined) return `provided bad location ${name}: unknown time zone ${name}`;
    text = rest.trim();
  }
  if (text === '') return 'empty spec string';
  if (text.startsWith('@')) return shortcutProblem(text);
  const fields = text.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== PARTS.length) {
    return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  for (const [index, part] of PARTS.entries()) {
    const problem = listProblem(fields[index] ?? '', part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function shortcutProblem(text: string): string | undefined {
  if (SHORTCUTS.has(text)) return undefined;
  if (!text.startsWith('@every ')) return `unrecognized descriptor: ${text}`;
  const duration = text.slice('@every '.length);
  if (/^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$|^[+-]?0$/.test(duration)) return undefined;
  return `failed to parse duration ${text}: time: invalid duration ${JSON.stringify(duration)}`;
}

function listProblem(field: string, part: Part): string | undefined {
  for (const piece of field.split(',').filter((entry) => entry !== '')) {
    const problem = rangeProblem(piece, part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function rangeProblem(text: string, part: Part): string | undefined {
  const [range = '', step, ...moreSteps] = text.split('/');
  const [from = '', to, ...moreEnds] = range.split('-');
  let [start, end] = [part.low, part.high];
  if (from !== '*' && from !== '?') {
    const first = numberOf(from, part);
    const last = to === undefined ? first : numberOf(to, part);
    if (moreEnds.length > 0) return `too many hyphens: ${text}`;
    if (typeof first === 'string') return first;
    if (typeof last === 'string') return last;
    [start, end] = [first, to === undefined && step !== undefined ? part.high : last];
  }
  if (moreSteps.length > 0) return `too many slashes: ${text}`;
  if (step !== undefined) {
    const size = numberOf(step, { low: 0, high: 0 });
    if (typeof size === 'string') return size;
    if (size === 0) return `step of range should be a positive number: ${text}`;
  }
  if (start < part.low) return `beginning of range (${start}) below minimum (${part.low}): ${text}`;
  if (end > part.high) return `end of range (${end}) above maximum (${part.high}): ${text}`;
  return start > end ? `beginning of range (${start}) beyond end of range (${end}): ${text}` : undefined;
}

function numberOf(text: string, { names }: Part): number | string {
  const named = names === undefined || text === '' ? -1 : names.indexOf(text.toLowerCase());
  if (named >= 0) return named;
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  return Number(text) < 0 ? `negative number (${text}) not allowed: ${text}` : Number(text);
}

/** What is wrong with the name of a time zone, or undefined. Go reads names as they are written. */
export function timeZoneProblem(name: string): string | undefined {
  if (name === '' || name === 'UTC') return undefined;
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return known.toLowerCase() === name.toLowerCase() && known !== name ? `unknown time zone ${name}` : undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `unknown time zone ${name}`;
  }
}
