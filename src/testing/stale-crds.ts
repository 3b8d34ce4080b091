/** Notices when tests run with CRDs that were made before the last change of their types. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** A checkout writes files one after another; what was saved later than this was changed later. */
const checkoutMs = 30_000;

const warned = new Set<string>();

/** Warns once for each folder of a project's own CRDs; never rejects. */
export async function warnOfStaleCrds(
  paths: readonly string[],
  warn: (message: string) => void = (message) => process.emitWarning(message, { code: 'KBTS_STALE_CRDS' }),
): Promise<void> {
  for (const given of paths) {
    const folder = path.resolve(given);
    if (!folder.endsWith(path.join('config', 'crd', 'bases')) || warned.has(folder)) continue;
    warned.add(folder);
    const root = path.resolve(folder, '../../..');
    const [types, crd, generated] = await Promise.all([
      newest(path.join(root, 'src/api'), /\.types\.ts$/),
      newest(folder, /\.ya?ml$/),
      newest(path.join(root, 'node_modules/.cache/kbts'), /^manifests-.*\.json$/),
    ]);
    // A run that found nothing to change leaves the CRDs as old as they were, and says so in its cache.
    const madeAt = Math.max(crd?.at ?? 0, generated?.at ?? 0);
    if (!types || !crd || types.at < madeAt + checkoutMs) continue;
    const file = path.relative(root, types.file);
    warn(`${given} is older than ${file}: tests may run with yesterday's CRDs. Run "kbts generate" first`);
  }
}

/** The file that was changed last; undefined when there is none. */
async function newest(folder: string, name: RegExp): Promise<{ file: string; at: number } | undefined> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((one) => name.test(path.basename(one))).map((one) => path.join(folder, one));
  const found = await Promise.all(
    files.map(async (file) => ({ file, at: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  return found.sort((left, right) => right.at - left.at)[0];
}
