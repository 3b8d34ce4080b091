/** Where outside programs are looked for: never in a repository, even when npx has put its node_modules/.bin first. */
import path from 'node:path';

/** The value of PATH without relative folders and folders of installed packages. */
export function trustedPath(value: string, delimiter: string = path.delimiter): string {
  return value
    .split(delimiter)
    .filter(
      (folder) => path.isAbsolute(folder) && !/[\\/]node_modules[\\/]/.test(`${path.normalize(folder)}${path.sep}`),
    )
    .join(delimiter);
}

/** The environment for a program that is looked up by its name; one that is called by its path keeps its own. */
export function programEnvironment(
  program: string,
  env: Readonly<Record<string, string>> | undefined,
  inherited: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> | undefined {
  const value = env?.['PATH'] ?? inherited['PATH'];
  if (value === undefined || path.basename(program) !== program) return env;
  return { ...env, PATH: trustedPath(value) };
}
