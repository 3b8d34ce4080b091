// kbts manifests against controller-gen on the same kinds, 1, 10 and 100 of them. Needs `npm run build` and the real
// controller-gen (test/control-plane/build.mjs). Prints medians of whole processes, and peak memory. Budgets, of
// controller-gen's time: 0.5 cold, 0.2 when nothing changed; ten times the kinds take at most ten times as long. Exits
// with 1 over budget.
// Usage: node bench/manifests.mjs [rounds]
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 7);
const build = spawnSync(process.execPath, [path.join(root, 'test/control-plane/build.mjs')], { encoding: 'utf8' });
const assets = process.env.KUBEBUILDER_ASSETS ?? build.stdout.trim().split('\n').at(-1);
const controllerGen = path.join(assets, 'controller-gen');
const kbts = process.env.KBTS_BIN ?? path.join(root, 'bin', 'kbts.js');
// Costs Node more time at each start than anything that is measured here.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
const work = mkdtempSync(path.join(tmpdir(), 'kbts-bench-'));

const goKind = (name) => `
// ${name}Spec is the wanted state.
type ${name}Spec struct {
	// Replicas is how many to run.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=1
	Replicas int32 \`json:"replicas,omitempty"\`
	// +kubebuilder:validation:Enum=free;paid
	Tier string \`json:"tier"\`
	// +listType=map
	// +listMapKey=name
	Ports []${name}Port \`json:"ports,omitempty"\`
	Labels map[string]string \`json:"labels,omitempty"\`
	Template corev1.PodTemplateSpec \`json:"template"\`
	Selector *metav1.LabelSelector \`json:"selector,omitempty"\`
}

// ${name}Port is a port.
type ${name}Port struct {
	// +kubebuilder:validation:MinLength=1
	Name string \`json:"name"\`
	// +kubebuilder:validation:Maximum=65535
	Port int32 \`json:"port"\`
}

// ${name}Status is the present state.
type ${name}Status struct {
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition \`json:"conditions,omitempty"\`
}

// ${name} is a kind.
// +kubebuilder:subresource:status
type ${name} struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`
	Spec   ${name}Spec   \`json:"spec"\`
	Status ${name}Status \`json:"status,omitempty"\`
}
`;

const tsKind = (name) => `import type { Condition, CustomResource, Int32 } from 'kbts/runtime';
import type { LabelSelector, PodTemplateSpec } from 'kbts/k8s';

/** ${name}Spec is the wanted state. */
export interface ${name}Spec {
  /** Replicas is how many to run. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:default=1
  replicas?: Int32;
  tier: 'free' | 'paid';
  // +listType=map
  // +listMapKey=name
  ports?: ${name}Port[];
  labels?: Record<string, string>;
  template: PodTemplateSpec;
  selector?: LabelSelector;
}

/** ${name}Port is a port. */
export interface ${name}Port {
  // +kubebuilder:validation:MinLength=1
  name: string;
  // +kubebuilder:validation:Maximum=65535
  port: Int32;
}

/** ${name}Status is the present state. */
export interface ${name}Status {
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** ${name} is a kind. */
// +kubebuilder:subresource:status
export interface ${name} extends CustomResource<${name}Spec, ${name}Status> {}
`;

function prepare(count) {
  const folder = path.join(work, String(count));
  mkdirSync(path.join(folder, 'go', 'v1'), { recursive: true });
  mkdirSync(path.join(folder, 'ts', 'src', 'api', 'v1'), { recursive: true });
  mkdirSync(path.join(folder, 'ts', 'node_modules'), { recursive: true });
  for (const file of ['go.mod', 'go.sum'])
    cpSync(path.join(root, 'test/conformance', file), path.join(folder, 'go', file));
  const names = Array.from({ length: count }, (_, index) => `Kind${String(index).padStart(3, '0')}`);
  for (const name of names) {
    const imports = 'import (\n\tcorev1 "k8s.io/api/core/v1"\n\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n)\n';
    writeFileSync(
      path.join(folder, 'go/v1', `${name.toLowerCase()}_types.go`),
      `package v1\n\n${imports}${goKind(name)}`,
    );
    writeFileSync(path.join(folder, 'ts/src/api/v1', `${name.toLowerCase()}.types.ts`), tsKind(name));
  }
  writeFileSync(path.join(folder, 'go/v1/doc.go'), '// +groupName=bench.kbts.dev\npackage v1\n');
  writeFileSync(path.join(folder, 'ts/src/api/v1/groupversion.ts'), '// +groupName=bench.kbts.dev\n\nexport {};\n');
  return folder;
}

function run(cwd, command, args) {
  const started = process.hrtime.bigint();
  const result = spawnSync('/usr/bin/time', ['-f', '%M %U %S', command, ...args], { cwd, env, encoding: 'utf8' });
  const plain = result.error === undefined ? result : spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  if (plain.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${plain.stderr}`);
  const [kb = 0, user = 0, system = 0] = plain.stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { ms, kb, cpu: (user + system) * 1000 };
}

const median = (values) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];

function judge(what, ratio, budget) {
  const isMet = ratio <= budget;
  if (!isMet) process.exitCode = 1;
  console.log(`  ${isMet ? 'ok  ' : 'OVER'} ${what}: ${ratio.toFixed(2)} (budget ${budget})`);
}

function measure(make) {
  const runs = Array.from({ length: rounds }, make);
  return {
    ms: Math.round(median(runs.map(({ ms }) => ms))),
    cpu: Math.round(median(runs.map(({ cpu }) => cpu))),
    mb: Math.round(median(runs.map(({ kb }) => kb)) / 1024),
  };
}

try {
  const bare = measure(() => run(work, process.execPath, ['-e', '0']));
  console.log(`node -e 0: ${bare.ms} ms`);
  let tenth;
  for (const count of [1, 10, 100]) {
    const folder = prepare(count);
    const go = () =>
      run(path.join(folder, 'go'), controllerGen, [
        'crd:generateEmbeddedObjectMeta=true',
        'paths=./...',
        'output:crd:dir=out',
      ]);
    const ts = path.join(folder, 'ts');
    const cold = () => {
      rmSync(path.join(ts, 'node_modules/.cache'), { recursive: true, force: true });
      rmSync(path.join(ts, 'config'), { recursive: true, force: true });
      return run(ts, process.execPath, [kbts, 'manifests', 'crd']);
    };
    const warm = () => run(ts, process.execPath, [kbts, 'manifests', 'crd']);
    go();
    cold();
    const [theirs, ours] = [measure(go), measure(cold)];
    warm();
    const unchanged = measure(warm);
    // On a busy machine only processor time can be compared.
    const ratio = ({ ms, cpu }) =>
      `${ms} ms = ${(ms / theirs.ms).toFixed(2)}× (processor ${cpu} ms = ${(cpu / theirs.cpu).toFixed(2)}×)`;
    console.log(
      `${count} kinds: controller-gen ${theirs.ms} ms (processor ${theirs.cpu} ms), ${theirs.mb} MB; cold ${ratio(ours)}, ${ours.mb} MB; unchanged ${ratio(unchanged)}, ${unchanged.mb} MB`,
    );
    judge('cold', ours.ms / theirs.ms, 0.5);
    judge('nothing changed', unchanged.ms / theirs.ms, 0.2);
    if (tenth !== undefined) judge('cold, of a tenth of the kinds', ours.ms / tenth, 10);
    tenth = ours.ms;
    if (!existsSync(path.join(ts, 'config/crd/bases'))) throw new Error('no CRDs were written');
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
