/** Packs an installed package the way `npm pack` does, without starting npm. */
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const alwaysPacked = /^(readme|license|licence|notice)(\.|$)/i;

/** The `.tgz` of the package in `root`: package.json, what its `files` name, and its licence. Equal input gives equal bytes. */
export async function packageTarball(root: string): Promise<Uint8Array> {
  const entries = await Promise.all(
    (await packedFiles(root)).map(async (file) => {
      const [content, { mode }] = await Promise.all([readFile(path.join(root, file)), stat(path.join(root, file))]);
      return entry(`package/${file}`, content, (mode & 0o111) !== 0);
    }),
  );
  return promisify(gzip)(Buffer.concat([...entries.flat(), Buffer.alloc(1024)]), { level: 1 });
}

/** Paths that the package consists of, sorted. */
export async function packedFiles(root: string): Promise<string[]> {
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const { files = [] } = manifest as { files?: string[] };
  const top = (await readdir(root)).filter((name) => alwaysPacked.test(name));
  const included = files.filter((name) => !name.startsWith('!'));
  const excluded = files.filter((name) => name.startsWith('!')).map((name) => asPattern(name.slice(1)));
  const found = (await Promise.all(included.map(async (name) => filesBelow(root, name)))).flat();
  const kept = found.filter((file) => !excluded.some((pattern) => pattern.test(file)));
  return [...new Set(['package.json', ...top, ...kept])].sort();
}

/** `dist/*.cache`, the only wildcard that our manifest uses. */
function asPattern(glob: string): RegExp {
  return new RegExp(`^${glob.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`);
}

async function filesBelow(root: string, name: string): Promise<string[]> {
  const info = await stat(path.join(root, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (info === undefined) return [];
  if (info.isFile()) return [name];
  const entries = await readdir(path.join(root, name), { recursive: true, withFileTypes: true });
  return entries
    .filter((one) => one.isFile())
    .map((one) => path.relative(root, path.join(one.parentPath, one.name)).split(path.sep).join('/'));
}

/** One file in ustar form: a header of 512 bytes, the content, zeros up to the next 512. */
function entry(name: string, content: Buffer, isExecutable: boolean): Buffer[] {
  const header = Buffer.alloc(512);
  const { prefix, base } = splitName(name);
  header.write(base, 0, 100);
  header.write(isExecutable ? '0000755\0' : '0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  // npm uses this same moment, so that packing twice gives the same bytes.
  header.write(
    `${Math.floor(Date.UTC(1985, 9, 26, 8, 15) / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  );
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345, 155);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}

function splitName(name: string): { prefix: string; base: string } {
  if (Buffer.byteLength(name) <= 100) return { prefix: '', base: name };
  const slash = name.indexOf('/', name.length - 101);
  if (slash < 0 || slash > 155) throw new Error(`the path ${name} is too long for a tarball`);
  return { prefix: name.slice(0, slash), base: name.slice(slash + 1) };
}
