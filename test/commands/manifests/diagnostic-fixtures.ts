/** A source for every diagnostic code that produces it. */
import path from 'node:path';
import { planManifests, type ManifestsPlan } from '../../../src/commands/manifests/manifests-plan.js';
import type { DiagnosticCode } from '../../../src/model/diagnostic-codes.js';

/** Fields of a spec; `|` separates files that are written out. */
const field = (text: string, types = ''): string =>
  `export interface Row extends CustomResource<Spec> {}\nexport interface Spec {\n${text}\n}\n${types}`;
const kind = (markers: string, status = ''): string =>
  `${markers}\nexport interface Row extends CustomResource<{ a: string; n?: Int32 }${status}> {}\n`;
const V = '+kubebuilder:validation:';
const operator = (body: string): string =>
  `import { createManager, dynamicKind } from 'kbts/runtime';\nimport { Pod } from 'kbts/k8s/core/v1';\nconst { client } = await createManager();\n${body}\n`;
const HOOK =
  'mutating=true,failurePolicy=fail,sideEffects=None,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,path=/m';

/** By code: the text of a types file, or files by name. */
export const FIXTURES: Readonly<Record<DiagnosticCode, string | Readonly<Record<string, string>>>> = {
  syntax: 'export interface Row extends CustomResource<{ a: string }> {\n',
  'marker-unknown': field(`// ${V}Minimun=1\na?: Int32;`),
  'marker-misplaced': field('// +kubebuilder:resource:path=x\na?: string;'),
  'marker-invalid': field(`// ${V}Minimum=x\na?: Int32;`),
  'marker-mismatch': field(`// ${V}MaxLength=3\na?: Int32;`),
  'marker-overridden': kind('// +kubebuilder:resource:scope=Cluster\n// +kubebuilder:resource:path=rows'),
  'marker-detached': field('a?: string; // +optional'),
  'tag-invalid': field('/** @minimum few */\na?: Int32;'),
  'tag-conflict': field(`/** @minimum 2 */\n// ${V}Minimum=1\na?: Int32;`),
  'tag-ignored': field('/** @default the usual one */\na?: string;'),
  'tag-unknown': field('/** @min 1 */\na?: Int32;'),
  'type-unknown': field('a?: Missing;'),
  'module-missing': `import type { A } from './gone.js';\n${field('a?: A;')}`,
  'type-any': field('a?: any;'),
  'type-bigint': field('a?: bigint;'),
  'type-function': field('a?: () => void;'),
  'type-has-method': field('a?: B;', 'export interface B { run(): void }'),
  'type-recursive': field('a?: Tree;', 'export interface Tree { children: Tree[] }'),
  'type-cyclic': field('a?: A;', 'type A = B | A;\ntype B = A;'),
  'type-union': field('a?: string | boolean;'),
  'type-tuple': field('a?: [string, Int32];'),
  'type-open-object': field('a?: { b: string; [key: string]: string };'),
  'type-not-an-object': field('a?: A;', 'export interface A extends Name { b: string }\ntype Name = string;'),
  'type-rules-lost': field('a?: Partial<B>;', `// ${V}MinProperties=1\nexport interface B { b: string }`),
  'type-argument-missing': field('a?: Box;', 'export interface Box<T> { value: T }'),
  'type-unsupported': field('a?: Map<string, string>;'),
  'type-not-json': field('a?: Date;'),
  'enum-computed': field('a?: E;', 'export enum E { A = "x".length }'),
  'schema-conflict': field(`// ${V}Type=integer\na?: Name;`, 'export type Name = string;'),
  'schema-no-type': field(`// ${V}Schemaless\na?: string;`),
  'list-map-invalid': field('// +listType=map\n// +listMapKey=id\na?: { name: string }[];'),
  'list-set-invalid': field('// +listType=set\na?: { name: string }[];'),
  'default-invalid': field(`// ${V}Maximum=3\n// +kubebuilder:default=5\na?: Int32;`),
  'default-unreachable': field('a?: { b?: Int32 };'.replace('b?', '\n// +kubebuilder:default=1\nb?')),
  'example-invalid': field(`// ${V}Maximum=3\n// +kubebuilder:example=5\na?: Int32;`),
  'enum-invalid': field(`// ${V}MaxLength=1\n// ${V}Enum=a;bb\na?: string;`),
  'bounds-contradict': field(`// ${V}Minimum=5\n// ${V}Maximum=3\na?: Int32;`),
  'pattern-invalid': field(`// ${V}Pattern=\`^(?=a)b$\`\na?: string;`),
  'cel-syntax': field(`// ${V}XValidation:rule="self &&"\na?: string;`),
  'cel-unknown-name': field(`// ${V}XValidation:rule="this == 'a'"\na?: string;`),
  'cel-unknown-field': field(`// ${V}XValidation:rule="self.c == 'a'"\na?: { b: string };`),
  'cel-type': field(`// ${V}XValidation:rule="self == 1"\na?: string;`),
  'cel-message': field(`// ${V}XValidation:rule="true",message="a\\nb"\na?: string;`),
  'cel-field-path': field(`// ${V}XValidation:rule="true",fieldPath=".c"\na?: { b: string };`),
  'cel-transition': field(
    `a?: Item[];`,
    `// ${V}XValidation:rule="self.b == oldSelf.b"\nexport interface Item { b: string }`,
  ),
  'cel-cost': field(`// ${V}XValidation:rule="self.all(x, self.exists_one(y, x == y))"\na?: string[];`),
  'group-missing': { 'src/other/v1/types.ts': kind('') },
  'group-invalid': { 'src/other/v1/types.ts': `// +groupName=nodots\n\n${kind('')}` },
  'crd-rejected': kind(`// +kubebuilder:deprecatedversion:warning="${'x'.repeat(300)}"`),
  'group-protected': { 'src/other/v1/types.ts': `// +groupName=apps.k8s.io\n\n${kind('')}` },
  'version-invalid': { 'src/other/V1/types.ts': `// +groupName=a.b\n\n${kind('')}` },
  'kind-invalid': kind('').replace('interface Row', 'interface my_row'),
  'kind-duplicate': { 'src/api/v1/a.ts': kind(''), 'src/api/v1/b.ts': kind('') },
  'kind-without-metadata': '// +kubebuilder:object:root=true\nexport interface Thing { a?: string }\n',
  'kind-renamed': `${kind('')}export type Line = Row;\n`,
  'kind-mismatch':
    "export interface Row extends CustomResource<{ a: string }> { apiVersion: 'other.kbts.dev/v1'; kind: 'Row' }\n",
  'name-invalid': kind('// +kubebuilder:resource:shortName=RW'),
  'scope-invalid': kind('// +kubebuilder:resource:scope=cluster'),
  'plural-odd': kind('').replace('interface Row', 'interface Idea'),
  'names-disagree': {
    'src/api/v1/a.ts': kind('// +kubebuilder:storageversion\n// +kubebuilder:resource:shortName=y'),
    'src/api/v2/a.ts': `// +groupName=fixture.kbts.dev\n\n${kind('// +kubebuilder:resource:shortName=x')}`,
  },
  'storage-missing': {
    'src/api/v1/a.ts': kind(''),
    'src/api/v2/a.ts': `// +groupName=fixture.kbts.dev\n\n${kind('')}`,
  },
  'storage-duplicate': {
    'src/api/v1/a.ts': kind('// +kubebuilder:storageversion'),
    'src/api/v2/a.ts': `// +groupName=fixture.kbts.dev\n\n${kind('// +kubebuilder:storageversion')}`,
  },
  'served-missing': kind('// +kubebuilder:unservedversion'),
  'column-invalid': kind('// +kubebuilder:printcolumn:name=A,type=text,JSONPath=.spec.a'),
  'column-duplicate': kind(
    '// +kubebuilder:printcolumn:name=A,type=string,JSONPath=.spec.a\n// +kubebuilder:printcolumn:name=A,type=string,JSONPath=.spec.a',
  ),
  'path-unknown': kind('// +kubebuilder:subresource:scale:specpath=.spec.b,statuspath=.status.b'),
  'selectable-invalid': kind('// +kubebuilder:selectablefield:JSONPath=.spec'),
  'rbac-invalid': '// +kubebuilder:rbac:groups=apps,verbs=get\n',
  'rbac-verb-unknown': '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=read\n',
  'rbac-resource-unknown': '// +kubebuilder:rbac:groups=batch,resources=cronjob,verbs=get\n',
  'rbac-names-useless': '// +kubebuilder:rbac:groups=apps,resources=deployments,resourceNames=y,verbs=create\n',
  'rights-missing': { 'src/main.ts': operator("await client.list(Pod, { namespace: 'default' });") },
  'rights-unused': {
    'src/main.ts': operator('// +kubebuilder:rbac:groups=core,resources=pods,verbs=delete\n\nexport { client };'),
  },
  'rights-unclear': {
    'src/main.ts': operator("await client.list(dynamicKind({ group: 'a.b', version: 'v1', kind: 'C' }));"),
  },
  'webhook-invalid': `// +kubebuilder:webhook:name=a.b.c,${HOOK},url="https://a"\n`,
  'webhook-name-invalid': `// +kubebuilder:webhook:name=short,${HOOK}\n`,
  'webhook-duplicate': `// +kubebuilder:webhook:name=a.b.c,${HOOK}\n// +kubebuilder:webhook:name=a.b.c,${HOOK}\n`,
  'webhook-configuration-duplicate':
    '// +kubebuilder:webhookconfiguration:mutating=true,name=a\n// +kubebuilder:webhookconfiguration:mutating=true,name=b\n',
  'crd-too-large': field(
    Array.from({ length: 4000 }, (_, index) => `/** ${'words '.repeat(12)} */\nfield${index}?: string;`).join('\n'),
  ),
};

const IMPORT = "import type { CustomResource, Int32 } from 'kbts/runtime';\n";
/** What reading and checking a fixture gives. */
export async function diagnose(fixture: string | Readonly<Record<string, string>>): Promise<ManifestsPlan> {
  const files = typeof fixture === 'string' ? { 'src/api/v1/types.ts': fixture } : fixture;
  const texts = Object.entries(files).map(([file, text]): [string, string] => [
    file,
    text.includes('+groupName') ? text.replace('\n\n', `\n\n${IMPORT}`) : IMPORT + text,
  ]);
  return planManifests({
    root: path.resolve('/nowhere'),
    checksRights: true,
    overlay: new Map([['src/api/v1/groupversion.ts', '// +groupName=fixture.kbts.dev\n\nexport {};\n'], ...texts]),
  });
}
