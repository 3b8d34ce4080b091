// Reads the public surface of the package from its type declarations: names, signatures, what is said about them, examples.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Modules with a reference, in the order in which pages name them, and their declarations: `kbts/runtime`, its subpaths, `kbts/testing`. */
export async function modules() {
  const subpaths = (await readdir(path.join(root, 'src/runtime/entry')))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
  return [
    ['kbts/runtime', 'runtime/index.d.ts'],
    ...subpaths.map((name) => [`kbts/runtime/${name}`, `runtime/entry/${name}.d.ts`]),
    ['kbts/testing', 'testing/index.d.ts'],
  ];
}

/** Entries of the modules, and the kinds of `kbts/k8s` by module. */
export async function readApi() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kbts-api-'));
  try {
    const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const arguments_ = [compiler, '-p', path.join(root, 'tsconfig.types.json'), '--outDir', folder];
    const { status, stdout } = spawnSync(process.execPath, arguments_, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the type declarations could not be made:\n${stdout}`);
    const found = [];
    for (const [module, index] of await modules()) found.push(...(await readModule(folder, module, index)));
    // The type of a class may be exported beside the class.
    const classes = new Set(found.filter((one) => isValue(one)).map(({ name }) => name));
    const entries = found.filter((one) => one.kind !== 'class' || isValue(one) || !classes.has(one.name));
    return { entries, kinds: await readKinds(folder) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readModule(folder, module, index) {
  const files = new Map();
  const read = async (file) => {
    if (!files.has(file)) files.set(file, declarationsOf(await readFile(path.join(folder, file), 'utf8')));
    return files.get(file);
  };
  const found = new Map();
  const text = await readFile(path.join(folder, index), 'utf8');
  for (const [, type, star, names, from] of text.matchAll(/^export (type )?(?:(\*)|\{([^}]*)\}) from '([^']+)';/gm)) {
    const file = path.posix.join(path.posix.dirname(index), from.replace(/\.js$/, '.d.ts'));
    const declarations = (await read(file)).filter(({ isExported }) => isExported);
    const wanted = star ? undefined : new Set(names.split(',').map((name) => name.replace(/^\s*type /, '').trim()));
    for (const declaration of declarations) {
      if (wanted && !wanted.delete(declaration.name)) continue;
      found.set(`${declaration.name} ${declaration.kind}`, {
        module,
        file: file.replace(/\.d\.ts$/, '.ts'),
        isTypeOnly: type !== undefined || new RegExp(`\\btype ${declaration.name}\\b`).test(names ?? ''),
        ...declaration,
      });
    }
    const missing = [...(wanted ?? [])].filter((name) => name !== '' && !declarations.some((one) => one.name === name));
    if (missing.length > 0)
      throw new Error(`${index} exports ${missing.join(', ')} from ${file}, which has no such thing`);
  }
  return [...found.values()];
}

/** Whether an entry is there when a program runs. */
export function isValue({ kind, isTypeOnly }) {
  return !isTypeOnly && (kind === 'function' || kind === 'class' || kind === 'const');
}

const HEAD = /^(export )?(?:declare )?(?:abstract )?(function|class|interface|type|const) ([\w$]+)/;

/** Statements of a declaration file. The compiler indents everything inside of one, so its end stands at the margin. */
function declarationsOf(text) {
  const lines = text.split('\n');
  const found = [];
  let comment = '';
  for (let index = 0; index < lines.length; index++) {
    if (lines[index].startsWith('/**')) {
      const end = lines.findIndex((line, at) => at >= index && line.includes('*/'));
      comment = lines.slice(index, end + 1).join('\n');
      index = end;
      continue;
    }
    const head = HEAD.exec(lines[index]);
    if (!head) {
      comment = '';
      continue;
    }
    let end = index;
    while (!/[;}]$/.test(lines[end]) || (end > index && !/^[}\])]/.test(lines[end])) || lines[end].endsWith('{')) end++;
    const [, exported, kind, name] = head;
    const { prose, examples } = commentOf(comment);
    const signature = tidy(lines.slice(index, end + 1).join('\n'));
    const known = kind === 'function' ? found.find((one) => one.kind === kind && one.name === name) : undefined;
    if (known) known.signature += `\n${signature}`;
    else found.push({ name, kind, isExported: exported !== undefined, prose, examples, signature });
    comment = '';
    index = end;
  }
  return found;
}

/** As somebody would write it: two spaces, and without what only the compiler needs. */
function tidy(text) {
  return text
    .replace(/^export (?:declare )?/, '')
    .replaceAll(/^ +#private;\n/gm, '')
    .replaceAll(/^( {4})+/gm, (spaces) => spaces.slice(0, spaces.length / 2));
}

/** Prose and examples of a comment. */
function commentOf(comment) {
  const text = comment
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim();
  const [prose = '', ...tagged] = text.split(/^@example\s*$/m);
  const examples = tagged.map((part) => {
    const [, code] = /```ts\n([\s\S]*?)\n```/.exec(part) ?? [];
    if (code === undefined) throw new Error(`an @example has no ts block: ${part.slice(0, 80)}`);
    return code;
  });
  return { prose: prose.trim().replaceAll(/([^\n])\n(?=[^\n])/g, '$1 '), examples };
}

/** Names of kinds by module of `kbts/k8s`, such as `apps/v1`. */
async function readKinds(folder) {
  const modules = path.join(folder, 'k8s', 'generated', 'modules');
  const files = (await readdir(modules)).filter((file) => file.endsWith('.d.ts') && file !== 'root.d.ts').sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(modules, file), 'utf8');
      const kinds = [...text.matchAll(/^export declare const (\w+):/gm)].map(([, name]) => name);
      return { module: file.replace(/\.d\.ts$/, '').replace('-', '/'), kinds };
    }),
  );
  return found.filter(({ kinds }) => kinds.length > 0);
}
