/** Which examples there are. */
import { readdirSync } from 'node:fs';

/** The folders of examples/. */
export function exampleNames(): string[] {
  const entries = readdirSync('examples', { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
