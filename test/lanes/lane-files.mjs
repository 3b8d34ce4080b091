// Which test files belong to the thorough lane.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Files whose parts CI runs in turn: what no other lane runs, and what other lanes run a part of. @returns {string[]} */
export function thoroughFiles() {
  return testFiles().filter((file) => file.endsWith('.thorough.test.ts') || reaches(file, 'test/lanes/thorough.ts'));
}

/** Further files that a whole run repeats with inputs that nobody has seen before. @returns {string[]} */
export function seededFiles() {
  const known = new Set(thoroughFiles());
  return testFiles().filter(
    (file) => !known.has(file) && (reaches(file, 'test/lanes/seed.ts') || reaches(file, 'fast-check')),
  );
}

function testFiles() {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.test.ts') && !/^test\/lanes\/|golden\/projects|\/testdata\//.test(file))
    .sort();
}

/** Whether a file imports a module, itself or through other files of test/. The seed module is not a way to its own imports. */
function reaches(file, module, seen = new Set([file, 'test/lanes/seed.ts'])) {
  const imported = importsOf(file);
  if (imported.includes(module)) return true;
  return imported.some((one) => {
    if (seen.has(one) || !one.startsWith('test/')) return false;
    seen.add(one);
    return reaches(one, module, seen);
  });
}

/** @type {Map<string, readonly string[]>} */
const known = new Map();

/** What a file imports: paths of files below test/, and names of packages. */
function importsOf(file) {
  let imported = known.get(file);
  if (imported === undefined) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    imported = [...text.matchAll(/^(?:import|export|\}) ?[^;]*? ?from '([^']+)'|^import '([^']+)'/gm)].map(
      ([, from, alone]) => resolved(path.posix.dirname(file), from ?? alone ?? ''),
    );
    known.set(file, imported);
  }
  return imported;
}

function resolved(folder, specifier) {
  if (!specifier.startsWith('.')) return specifier;
  return path.posix.join(folder, specifier).replace(/\.js$/, '.ts');
}
