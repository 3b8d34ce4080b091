/** Reads JSON files that others wrote. */
import path from 'node:path';
import { UserError } from '../errors.js';
import { readRegularText } from '../regular-file.js';

/** What a file contains; undefined when there is none. A file that is not JSON is an error that names it. */
export async function readJson(file: string): Promise<unknown> {
  const text = readRegularText(file);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw new UserError('cannot-read', `${file} is not JSON: ${(error as Error).message}`, {
      fix: `correct ${path.basename(file)}, or restore it from version control`,
      cause: error,
    });
  }
}

/** The map that a value is, or an empty one. */
export function asMap(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
