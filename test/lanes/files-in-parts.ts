/** Finds the test files that run only a part of their cases in `make test` and `make test-real`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export function filesInParts(): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !/\.(real|thorough)\.test\.ts$|golden[\\/]projects/.test(file))
    .map((file) => path.posix.join('test', file.replaceAll('\\', '/')))
    .filter((file) => /from '[./]*\/(?:lanes\/thorough|growth)\.js'/.test(readFileSync(file, 'utf8')));
}
