/** Events carry what others wrote into objects: names, reasons, messages, log fields. None of it may steer the terminal. */
import { stripVTControlCharacters } from 'node:util';
import type { DevEvent } from '../../commands/cluster/dev/dev-event.js';
import { printable } from '../printable.js';

/** Types of events whose texts come from the project itself, and may have lines with a layout. */
const own = new Set<DevEvent['type']>(['problem', 'status']);

/** The event with every text in it made harmless. Further lines are indented, so that none looks like an event. */
export function cleanEvent<T extends DevEvent>(event: T): T {
  const clean = (text: string): string => printable(event.type === 'output' ? stripVTControlCharacters(text) : text);
  const inline = (text: string): string => clean(text).replaceAll('\n', '\n    ');
  return cleanValue(event, own.has(event.type) ? clean : inline) as T;
}

function cleanValue(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((one) => cleanValue(one, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cleanValue(one, clean)]));
}
