// kbts manifests against controller-gen on the same kinds (bench/kinds/describe.mjs): plain ones and ones with a pod template.
// Needs `npm run build` and the real controller-gen (test/control-plane/build.mjs). Budgets, of controller-gen's time for
// the same kinds in the same run: 0.3 cold, 0.1 when nothing has changed; ten times the kinds take at most ten times as
// long. Exits with 1 over budget, and when the two do not generate the same CRDs.
//
// Cold means that nothing of an earlier run of this project is left, neither cache nor CRDs; V8's compiled form of kbts and
// Go's build and module caches are warm, as on any machine on which both have run before. Rounds alternate. With
// KBTS_BENCH=cpu budgets are judged by processor time, for machines that others use as well.
// Usage: node bench/manifests.mjs [rounds]
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { asGo, asTypeScript, plainKind, podKind } from './kinds/describe.mjs';
import { median, verdict } from './measure.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 7);
const unit = process.env.KBTS_BENCH === 'cpu' ? 'cpu' : 'ms';
const build = spawnSync(process.execPath, [path.join(root, 'test/control-plane/build.mjs')], { encoding: 'utf8' });
const assets = process.env.KUBEBUILDER_ASSETS ?? build.stdout.trim().split('\n').at(-1);
const controllerGen = path.join(assets, 'controller-gen');
const kbts = process.env.KBTS_BIN ?? path.join(root, 'bin', 'kbts.js');
const work = mkdtempSync(path.join(tmpdir(), 'kbts-bench-'));
// This variable costs Node more time at each start than anything that is measured here.
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
const env = { ...inherited, XDG_CACHE_HOME: path.join(work, 'cache') };

function prepare(name, kinds) {
  const folder = path.join(work, name);
  for (const below of ['go/v1', 'ts/src/api/v1', 'ts/node_modules'])
    mkdirSync(path.join(folder, below), { recursive: true });
  for (const file of ['go.mod', 'go.sum'])
    cpSync(path.join(root, 'test/conformance', file), path.join(folder, 'go', file));
  let size = 0;
  for (const kind of kinds) {
    const text = asTypeScript(kind);
    size += text.length;
    writeFileSync(path.join(folder, 'go/v1', `${kind.name.toLowerCase()}_types.go`), asGo(kind));
    writeFileSync(path.join(folder, 'ts/src/api/v1', `${kind.name.toLowerCase()}.types.ts`), text);
  }
  writeFileSync(path.join(folder, 'go/v1/doc.go'), '// +groupName=bench.kbts.dev\npackage v1\n');
  writeFileSync(path.join(folder, 'ts/src/api/v1/groupversion.ts'), '// +groupName=bench.kbts.dev\n\nexport {};\n');
  return { size, go: path.join(folder, 'go'), ts: path.join(folder, 'ts') };
}

/** Whole processes: time by the clock, processor time with that of their children, and peak memory. */
function run(cwd, command, args) {
  const started = process.hrtime.bigint();
  const result = spawnSync('/usr/bin/time', ['-f', '%M %U %S', command, ...args], { cwd, env, encoding: 'utf8' });
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${result.error ?? result.stderr}`);
  const [kb = 0, user = 0, system = 0] = result.stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { ms, kb, cpu: (user + system) * 1000 };
}

/** Both must have made the same CRDs; annotations name the program. */
function compare({ go, ts }) {
  const crds = (folder) => {
    const texts = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
    const docs = texts.map((text) => parse(text)).sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    return docs.map(({ metadata: { annotations: _annotations, ...metadata }, ...rest }) => ({ metadata, ...rest }));
  };
  const [theirs, ours] = [crds(path.join(go, 'out')), crds(path.join(ts, 'config/crd/bases'))];
  theirs.forEach((crd, index) => {
    if (sorted(crd) !== sorted(ours[index])) throw new Error(`${crd.metadata.name} is not what controller-gen makes`);
  });
  if (theirs.length !== ours.length) throw new Error(`${ours.length} CRDs, ${theirs.length} of controller-gen`);
}

const sorted = (value) =>
  JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

function measure(project) {
  const { go, ts } = project;
  const clean = () => {
    for (const left of ['node_modules/.cache', 'config']) rmSync(path.join(ts, left), { recursive: true, force: true });
    rmSync(env.XDG_CACHE_HOME, { recursive: true, force: true });
  };
  const goArgs = ['crd:generateEmbeddedObjectMeta=true', 'paths=./...', 'output:crd:dir=out'];
  const goEnv = () => run(go, '/usr/bin/env', [...goCaches, controllerGen, ...goArgs]);
  const ours = () => run(ts, process.execPath, [kbts, 'manifests', 'crd']);
  const cases = {
    'controller-gen': goEnv,
    cold: () => (clean(), ours()),
    // The run before this one has written the CRDs.
    unchanged: ours,
  };
  for (const one of Object.values(cases)) one();
  compare(project);
  const runs = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const [name, one] of Object.entries(cases)) runs[name].push(one());
  return Object.fromEntries(
    Object.entries(runs).map(([name, all]) => {
      const of = (field) => Math.round(median(all.map((one) => one[field])));
      return [name, { ms: of('ms'), cpu: of('cpu'), mb: Math.round(of('kb') / 1024) }];
    }),
  );
}

const show = ({ ms, cpu, mb }) => `${ms} ms, processor ${cpu} ms, ${mb} MB`;
// Go finds its caches by XDG_CACHE_HOME, which is another one for kbts here.
const goCaches = spawnSync('go', ['env', 'GOCACHE', 'GOMODCACHE'], { encoding: 'utf8' })
  .stdout.trim()
  .split('\n')
  .map((folder, index) => `${['GOCACHE', 'GOMODCACHE'][index]}=${folder}`);

try {
  const bare = Array.from({ length: rounds }, () => run(work, process.execPath, ['-e', '0']));
  console.log(
    `node -e 0: ${Math.round(median(bare.map(({ ms }) => ms)))} ms; budgets by ${unit === 'cpu' ? 'processor time' : 'the clock'}`,
  );
  for (const [shape, make] of Object.entries({ plain: plainKind, 'pod template': podKind })) {
    let tenth;
    for (const count of [1, 10, 100]) {
      const names = Array.from({ length: count }, (_unused, index) => `Kind${String(index).padStart(3, '0')}`);
      const project = prepare(`${shape.replace(' ', '-')}-${count}`, names.map(make));
      const results = measure(project);
      const { 'controller-gen': theirs, cold, unchanged } = results;
      console.log(`\n${count} kinds, ${shape}, ${Math.round(project.size / 1000)} kB of TypeScript`);
      for (const [name, result] of Object.entries(results)) console.log(`  ${name.padEnd(16)} ${show(result)}`);
      const what = `manifests of ${count} kinds, ${shape}`;
      verdict({ what: `${what}: cold`, value: cold[unit] / theirs[unit], most: 0.3 });
      verdict({ what: `${what}: nothing changed`, value: unchanged[unit] / theirs[unit], most: 0.1 });
      if (tenth !== undefined) verdict({ what: `${what}: cold, of a tenth`, value: cold[unit] / tenth, most: 10 });
      tenth = cold[unit];
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
