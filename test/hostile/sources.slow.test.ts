/** TypeScript sources that strangers wrote, through `kbts manifests` and `kbts generate`: answers or diagnostics, no crash. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDiagnostic } from '../../src/cli/report.js';
import { planGenerate } from '../../src/commands/manifests/generate-plan.js';
import { planManifests } from '../../src/commands/manifests/manifests-plan.js';
import { UserError } from '../../src/errors.js';
import { parseAllDocuments } from '../../src/yaml.js';
import { runCli } from '../cli/fakes/run-cli.js';
import { temporaryFolder } from '../project-folder.js';
import { roundsOf } from '../lanes/thorough.js';
import { canary, hostileStrings, mangled, Random } from './hostile-values.js';
import { seedOf } from '../lanes/seed.js';

const seed = seedOf('KBTS_FUZZ_SEED');
const rounds = roundsOf('KBTS_FUZZ_ROUNDS', 500, 60);
const apiFolder = 'src/api/v1';

const groupFile = `// +kubebuilder:object:generate=true
// +groupName=webapp.my.domain
export const groupVersion = { group: 'webapp.my.domain', version: 'v1' };
`;
const typesFile = `import type { CustomResource, Condition } from 'kbts/runtime';

/** The desired state. */
export interface GuestbookSpec {
  /**
   * How many.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:default=3
   */
  replicas?: number;
  // +kubebuilder:validation:Enum=Free;Paid
  // +kubebuilder:validation:XValidation:rule="self != 'x'",message="no x"
  tier: string;
  // +kubebuilder:validation:Pattern=\`^[a-z]+$\`
  // +optional
  name?: string;
  tags?: Record<string, string[]>;
}

/** The state. */
export interface GuestbookStatus {
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** A book.
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 * +kubebuilder:resource:path=guestbooks,shortName=gb
 * +kubebuilder:printcolumn:name="Tier",type=string,JSONPath=\`.spec.tier\`
 */
export type Guestbook = CustomResource<GuestbookSpec, GuestbookStatus>;

// +kubebuilder:rbac:groups=webapp.my.domain,resources=guestbooks,verbs=get;list;watch
// +kubebuilder:webhook:path=/mutate,mutating=true,failurePolicy=fail,sideEffects=None,groups=webapp.my.domain,resources=guestbooks,verbs=create,versions=v1,name=m.kb.io,admissionReviewVersions=v1
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
beforeAll(async () => {
  folder = await temporaryFolder('fuzz');
  root = path.join(folder.root, 'project');
  await mkdir(path.join(root, apiFolder), { recursive: true });
});
afterAll(async () => folder.clean());

test('the source that is broken below is a good one', async () => {
  const { files, diagnostics } = await plan(typesFile);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(files.map((file) => file.path)).toContain('config/crd/bases/webapp.my.domain_guestbooks.yaml');
});

test(`${rounds} hostile sources become manifests that stay in their place, or diagnostics`, async () => {
  const random = new Random(seed);
  let accepted = 0;
  for (let round = 0; round < rounds; round++) {
    const text = hostileSource(random);
    const hint = `seed ${seed}, round ${round}:\n${text.slice(0, 3000)}`;
    const { files, diagnostics } = await plan(text).catch((error: unknown) => {
      throw new Error(hint, { cause: error });
    });
    for (const { path: file, text: content } of files) {
      accepted++;
      expect(file, hint).toMatch(/^(config\/(crd\/bases|rbac|webhook)|src\/api\/v1)\/[A-Za-z0-9._-]+$/);
      if (file.endsWith('.yaml'))
        expect(
          parseAllDocuments(content).flatMap(({ errors }) => errors),
          hint,
        ).toEqual([]);
    }
    for (const one of diagnostics) expect(controls(formatDiagnostic({ hasColor: false }, one)), hint).toEqual([]);
  }
  expect(accepted).toBeGreaterThan(rounds / 5);
  expect(Reflect.get(globalThis, canary)).toBeUndefined();
}, 600_000);

test('names that lead out of the project, and control characters, are refused or escaped on the way through the program', async () => {
  await mkdir(path.join(root, apiFolder), { recursive: true });
  await writeFile(path.join(root, apiFolder, 'groupversion.ts'), groupFile);
  const replacements: [string, string][] = [
    ['path=guestbooks', 'path=../../../../outside'],
    ['path=guestbooks', 'path="a/b"'],
    ['shortName=gb', 'shortName="\u001b[2J"'],
    ['"no x"', `"\u001b]0;${canary}\u0007"`],
    ['How many.', '\u202eHow many\u2066 */ */'],
    ['A book.', '\u0000\u0007\u001b[31mred'],
    ['name=m.kb.io', 'name=../../x'],
    ['path=/mutate', 'path=/../../$(id)'],
  ];
  for (const [from, to] of replacements) {
    await writeFile(path.join(root, apiFolder, 'guestbook.types.ts'), typesFile.replace(from, to));
    const { code, stdout, stderr } = await runCli(root, ['manifests']);
    expect([0, 1], `${to}\n${stderr}`).toContain(code);
    expect(controls(stdout + stderr), to).toEqual([]);
  }
  const files = await readdir(folder.root, { recursive: true });
  expect(files.filter((file) => !file.startsWith('project'))).toEqual([]);
  await rm(root, { recursive: true });
  await mkdir(root);
});

test('the group of a marker decides on a file name, and cannot leave its folder', async () => {
  for (const group of hostileStrings) {
    const texts = new Map([
      [`${apiFolder}/groupversion.ts`, groupFile.replace('+groupName=webapp.my.domain', `+groupName=${group}`)],
      [`${apiFolder}/guestbook.types.ts`, typesFile],
    ]);
    const { files } = await planManifests({ root, overlay: texts });
    for (const file of files) expect(file.path, group).toMatch(/^config\/[a-z/]+\/[A-Za-z0-9._-]+$/);
  }
});

async function plan(text: string) {
  const overlay = new Map([
    [`${apiFolder}/groupversion.ts`, groupFile],
    [`${apiFolder}/guestbook.types.ts`, text],
  ]);
  try {
    const manifests = await planManifests({ root, overlay });
    const code = await planGenerate({ root, overlay });
    return {
      files: [...manifests.files, ...code.files],
      diagnostics: [...manifests.diagnostics, ...code.diagnostics],
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { files: [], diagnostics: error.diagnostics };
  }
}

/** The good source with a word, a marker, a comment or some bytes changed. */
function hostileSource(random: Random): string {
  const way = random.below(6);
  if (way === 0) return mangled(random, typesFile);
  if (way === 1) {
    // The argument of a marker.
    const markers = [...typesFile.matchAll(/=([^\n,;=]+)/g)];
    const found = random.pick(markers);
    const at = (found.index ?? 0) + 1;
    const value = random.pick([random.pick(hostileStrings), JSON.stringify(random.pick(hostileStrings))]);
    return typesFile.slice(0, at) + value + typesFile.slice(at + (found[1]?.length ?? 0));
  }
  if (way === 2) {
    const names = ['GuestbookSpec', 'Guestbook', 'replicas', 'tier', 'string', 'number', 'CustomResource', 'Condition'];
    return typesFile.replaceAll(random.pick(names), random.pick(hostileStrings));
  }
  if (way === 3) return typesFile.replace('How many.', random.pick(hostileStrings).repeat(1 + random.below(200)));
  if (way === 4) {
    const depth = 1 + random.below(300);
    const deep = random.pick([
      `${'{ a: '.repeat(depth)}string${' }'.repeat(depth)}`,
      `${'Array<'.repeat(depth)}string${'>'.repeat(depth)}`,
      `${'('.repeat(depth)}string${')'.repeat(depth)}`,
      Array.from({ length: depth }, (_, n) => `'${n}'`).join(' | '),
      'GuestbookSpec',
      'Guestbook["spec"]["tier"]',
      `{ [key in 'a' | '__proto__' | 'constructor']: string }`,
    ]);
    return typesFile.replace('tier: string', `tier: ${deep}`);
  }
  const marker = random.pick([
    'kubebuilder:default',
    'kubebuilder:validation:Pattern',
    'kubebuilder:example',
    'kubebuilder:validation:XValidation:rule',
  ]);
  return typesFile.replace('// +optional', `// +${marker}=${random.pick(hostileStrings)}\n  // +optional`);
}

function controls(output: string): string[] {
  return output.match(/[^\P{C}\n\t]/gu) ?? [];
}
