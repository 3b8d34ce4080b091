/** npm packages of a case: `node_modules` cannot be committed, so they lie in `packages` and are laid over it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files of a case's packages as they would be below `node_modules`, by path relative to the case. */
export function packagesOf(folder: string): ReadonlyMap<string, string> {
  const packages = path.join(folder, 'packages');
  if (!existsSync(packages)) return new Map();
  const files = readdirSync(packages, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const target = path.posix.join('node_modules', path.relative(packages, file).split(path.sep).join('/'));
      return [target, readFileSync(file, 'utf8')];
    }),
  );
}
