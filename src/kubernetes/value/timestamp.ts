/** Timestamps of RFC 3339, as Go reads them. */

const FORM = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:[.,]\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/;

/** Whether a string is a point in time. */
export function isTimestamp(text: string): boolean {
  const [, ...parts] = FORM.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = parts.map(
    (part) => Number(part ?? 0),
  );
  if (parts.length === 0 || year < 1 || month < 1 || month > 12 || day < 1) return false;
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return day <= days && hour < 24 && minute < 60 && second < 60 && offsetHour < 24 && offsetMinute < 60;
}
