/**
 * Makes src/k8s and the data of src/core-schemas from Kubernetes itself: Go sources of the pinned modules, a real
 * kube-apiserver and a real controller-gen. `--check` writes nothing and exits 3 when a file would change.
 *
 * Needs Go and the binaries of `node test/control-plane/build.mjs`.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capture } from './capture.mjs';
import { catalogueModule, catalogueRows } from './emit-catalogue.mjs';
import { emitModules } from './emit-modules.mjs';
import { coreSchemas } from './core-schemas.mjs';
import { emitCore } from './emit-core.mjs';
import { emitDefinitions, emitOpenapi } from './emit-openapi.mjs';
import { resourcesModule } from './emit-resources.mjs';
import { emitTypes } from './emit-types.mjs';
import { readModel } from './model.mjs';
import { refusedTypes } from './refusals.mjs';
import { excludeRefusedRules } from './verify-crds.mjs';
import { verifyTypes } from './verify-types.mjs';
import { HEADER, fileOf } from './names.mjs';
import { packedModule, unpackedText } from './pack.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const K8S = join(ROOT, 'src', 'k8s');
const CORE = join(ROOT, 'src', 'core-schemas', 'data');

async function generate() {
  const captured = await capture();
  const { packages } = readModel(new Set(captured.groups.map(({ groupVersion }) => groupVersion)));
  verifyTypes(packages, captured.openapi);
  const rows = catalogueRows(captured, packages);
  const { files: types, names } = emitTypes(packages);
  const files = new Map();
  for (const [name, text] of [...types, ...emitModules(rows, packages, names)])
    files.set(join(K8S, 'generated', name), text);
  files.set(join(K8S, 'generated', 'catalogue.ts'), catalogueModule(rows));
  files.set(join(K8S, 'generated', 'openapi.ts'), emitOpenapi(captured.openapi));
  files.set(join(K8S, 'generated', 'definitions.ts'), emitDefinitions(captured.documents));
  files.set(join(K8S, 'generated', 'columns.ts'), packedModule(captured.columns));
  for (const subpath of names.keys())
    files.set(
      join(K8S, subpath, 'index.ts'),
      `${HEADER}export * from '../../generated/modules/${fileOf(subpath)}.js';\n`,
    );
  const refused = refusedTypes(packages);
  const schemas = coreSchemas(packages, refused);
  const exclusions = await excludeRefusedRules(schemas);
  for (const [name, text] of emitCore({ schemas, refused, exclusions, names })) files.set(join(CORE, name), text);
  files.set(join(CORE, 'resources.ts'), resourcesModule(rows));
  return files;
}

function drift(files) {
  const isSame = ([path, text]) => existsSync(path) && unpackedText(readFileSync(path, 'utf8')) === unpackedText(text);
  const changed = [...files].filter((file) => !isSame(file)).map(([path]) => path);
  return [...changed, ...stale(files)].map((path) => relative(ROOT, path)).sort();
}

/** Generated files that nothing generates any more. */
function stale(files) {
  return [...filesBelow(K8S), ...filesBelow(CORE)].filter(
    (path) => !files.has(path) && readFileSync(path, 'utf8').startsWith('// Code generated'),
  );
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder).map((name) => join(folder, name));
  return paths.flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
}

const files = await generate();
const changed = drift(files);
if (process.argv.includes('--check')) {
  if (changed.length > 0)
    console.error(`not what the generator makes:\n  ${changed.join('\n  ')}\nfix: node scripts/k8s/generate.mjs`);
  process.exit(changed.length > 0 ? 3 : 0);
}
for (const path of stale(files)) rmSync(path);
for (const [path, text] of files) {
  if (existsSync(path) && unpackedText(readFileSync(path, 'utf8')) === unpackedText(text)) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
console.log(`${files.size} files, ${changed.length} changed`);
