/** A project that uses a package of its own, beside what kbts brings. */
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runOk } from '../../../cli/fakes/run-cli.js';
import { linkPackages } from '../../../project-folder.js';

/** Packages whose files are really there, so that source maps say the same in every folder. */
const inTheBundle: readonly (readonly [string, readonly { readonly from: string; readonly to: string }[]])[] = [
  [
    'kbts',
    ['package.json', 'dist/packages.json', 'dist/runtime', 'dist/shared'].map((file) => ({ from: file, to: file })),
  ],
  ...['ajv', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse', 're2js', 'yaml'].map(
    (name) => [name, [{ from: `node_modules/${name}`, to: '' }]] as const,
  ),
];

/** Makes it in an empty folder, with packages installed and a lock file. */
export async function makeProjectWithPackages(root: string): Promise<void> {
  await runOk(root, 'init', '--project-name', 'shop', '--domain', 'my.domain', '--skip-install', '--kbts', '*');
  await linkPackages(root);
  for (const [name, from] of inTheBundle) {
    const place = path.join(root, 'node_modules', name);
    await rm(place, { recursive: true, force: true });
    for (const part of from) await cp(path.resolve(part.from), path.join(place, part.to), { recursive: true });
  }
  const source = "\nimport { Ajv } from 'ajv';\nconsole.error(typeof Ajv);\n";
  await appendFile(path.join(root, 'src/main.ts'), source);
  const file = path.join(root, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { dependencies: Record<string, string> };
  manifest.dependencies['ajv'] = '*';
  await writeFile(file, JSON.stringify({ ...manifest, description: 'Sells things.', repository: 'github:acme/shop' }));
  const lock = await readFile(path.resolve('package-lock.json'), 'utf8');
  await writeFile(path.join(root, 'package-lock.json'), lock);
}
