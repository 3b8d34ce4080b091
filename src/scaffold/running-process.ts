/** Whether a process that left something behind is still running, and still the same one. */
import { existsSync, readFileSync } from 'node:fs';

/** Whether the process runs; one that was started later under the same number is another one. */
export function isSameProcess(pid: number, started: string): boolean {
  return isAlive(pid) && startOf(pid) === started;
}

/** Whether any process has this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** On Linux, when a process began; elsewhere its id alone has to do. */
export function startOf(pid: number): string {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return '';
  // The name of the program comes second, in brackets, and may contain anything.
  const fields = readFileSync(file, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
  return fields[19] ?? '';
}
