/** When a schedule is due: sets of allowed values, and which way the two day fields count. */
export interface Schedule {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly daysOfMonth: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** 0 is Sunday. */
  readonly daysOfWeek: ReadonlySet<number>;
  /** As in every crontab: when both day fields are given, a day that fits one of them is enough. */
  readonly isEitherDay: boolean;
}

/** A schedule that nobody can follow. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
}

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Names for the values from `min` on. */
  readonly words?: readonly string[];
}

const fields = {
  minutes: { name: 'minute', min: 0, max: 59 },
  hours: { name: 'hour', min: 0, max: 23 },
  daysOfMonth: { name: 'day of the month', min: 1, max: 31 },
  months: { name: 'month', min: 1, max: 12, words: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ') },
  daysOfWeek: { name: 'day of the week', min: 0, max: 6, words: 'SUN MON TUE WED THU FRI SAT'.split(' ') },
} as const satisfies Record<string, Field>;

/** Reads five fields, such as `*\/15 8-18 * * MON-FRI`. Throws a `ScheduleError` that says which field is wrong. */
export function parseSchedule(text: string): Schedule {
  const parts = text.trim().split(/\s+/);
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = parts;
  if (parts.length !== 5 || minute === '')
    throw new ScheduleError(`"${text}" has ${minute === '' ? 0 : parts.length} fields; a schedule has five`);
  return {
    minutes: parseField(minute, fields.minutes),
    hours: parseField(hour, fields.hours),
    daysOfMonth: parseField(dayOfMonth, fields.daysOfMonth),
    months: parseField(month, fields.months),
    daysOfWeek: parseField(dayOfWeek, fields.daysOfWeek),
    isEitherDay: !dayOfMonth.startsWith('*') && !dayOfWeek.startsWith('*'),
  };
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Between two 29ths of February there can be eight years. */
const horizonDays = 8 * 366 + 1;

/** The first time after `moment`; undefined when there is none, as for the 30th of February. */
export function nextAfter(schedule: Schedule, moment: Date): Date | undefined {
  const first = Math.floor(moment.getTime() / minuteMs) * minuteMs + minuteMs;
  const firstDay = Math.floor(first / dayMs) * dayMs;
  for (let day = firstDay; day < firstDay + horizonDays * dayMs; day += dayMs) {
    const time = timesOn(schedule, day).find((candidate) => candidate >= first);
    if (time !== undefined) return new Date(time);
  }
  return undefined;
}

/** The last time that is later than `since` and not later than `until`; undefined when there is none. */
export function latestBetween(schedule: Schedule, since: Date, until: Date): Date | undefined {
  const lastDay = Math.floor(until.getTime() / dayMs) * dayMs;
  for (let day = lastDay; day + dayMs > since.getTime(); day -= dayMs) {
    const isWithin = (time: number): boolean => time > since.getTime() && time <= until.getTime();
    const time = timesOn(schedule, day).findLast(isWithin);
    if (time !== undefined) return new Date(time);
  }
  return undefined;
}

/** All times of a day, which is given by its first millisecond in UTC. */
function timesOn(schedule: Schedule, day: number): number[] {
  if (!isDue(schedule, new Date(day))) return [];
  return [...schedule.hours].flatMap((hour) =>
    [...schedule.minutes].map((minute) => day + (hour * 60 + minute) * minuteMs),
  );
}

function isDue(schedule: Schedule, day: Date): boolean {
  if (!schedule.months.has(day.getUTCMonth() + 1)) return false;
  const fitsMonth = schedule.daysOfMonth.has(day.getUTCDate());
  const fitsWeek = schedule.daysOfWeek.has(day.getUTCDay());
  return schedule.isEitherDay ? fitsMonth || fitsWeek : fitsMonth && fitsWeek;
}

/** The values of one field, in ascending order: a list of `*`, numbers and ranges, each perhaps with a step. */
function parseField(text: string, field: Field): ReadonlySet<number> {
  const values = text.split(',').flatMap((part) => parsePart(part, field));
  return new Set(values.toSorted((left, right) => left - right));
}

function parsePart(part: string, field: Field): number[] {
  const [, range = '', step] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? [];
  const [from, to] = parseRange(range, field, step !== undefined);
  const stride = step === undefined ? 1 : Number(step);
  if (from === undefined || to === undefined || from > to || stride < 1)
    throw new ScheduleError(`"${part}" is no ${field.name}; use ${field.min} to ${field.max}, *, ranges and steps`);
  return Array.from({ length: Math.floor((to - from) / stride) + 1 }, (_, index) => from + index * stride);
}

function parseRange(range: string, field: Field, hasStep: boolean): [number | undefined, number | undefined] {
  if (range === '*') return [field.min, field.max];
  const [first = '', last, ...rest] = range.split('-');
  if (rest.length > 0) return [undefined, undefined];
  const from = parseValue(first, field);
  if (last !== undefined) return [from, parseValue(last, field)];
  // `5/15` means from 5 on.
  return [from, hasStep ? field.max : from];
}

function parseValue(text: string, { min, max, words = [] }: Field): number | undefined {
  const word = words.indexOf(text.toUpperCase());
  if (word >= 0) return min + word;
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  // Both 0 and 7 are Sundays in a crontab.
  if (words[0] === 'SUN' && value === 7) return 0;
  return value >= min && value <= max ? value : undefined;
}
