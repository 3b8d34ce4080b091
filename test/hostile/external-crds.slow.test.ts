/** CRDs of strangers: whatever they say, what kbts writes from them is types and comments, inside the project. */
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { createApi } from '../../src/commands/api/create-api.js';
import { planManifests } from '../../src/commands/manifests/manifests-plan.js';
import { UserError } from '../../src/errors.js';
import { readCrds } from '../../src/scaffold/importer/read-crds.js';
import { typesFromSchema } from '../../src/scaffold/importer/types-from-schema.js';
import { loadTypeScript } from '../../src/typescript/load.js';
import { fromYaml } from '../../src/yaml.js';
import { type Json, meaningOf } from '../conformance/corpus/corpus-crd.js';
import { importCrd } from '../conformance/import-crd.js';
import { emitCrd, groupKinds } from '../../src/emitter/crd.js';
import { NotExpressible } from '../../src/scaffold/importer/not-expressible.js';
import { projectForTests } from '../commands/project-for-tests.js';
import { typecheck } from '../typecheck.js';
import { roundsOf } from '../lanes/thorough.js';
import { CANARY, Dice, hostileCrd } from './hostile-crds.js';
import { seedOf } from '../lanes/seed.js';

const seed = seedOf('KBTS_SEED', 20_270_511);
const count = roundsOf('KBTS_CRD_ROUNDS', 3000, 1000);
const compiler = loadTypeScript();
const project = projectForTests(['--domain', 'my.domain']);

/** The modules that are written, by path; the CRDs that are refused have none. */
function writeAll(): Map<string, string> {
  const dice = new Dice(seed);
  const modules = new Map<string, string>();
  for (let index = 0; index < count; index++) {
    const crd = hostileCrd(dice);
    try {
      const [read] = readCrds(JSON.stringify(crd), 'hostile.yaml');
      if (read === undefined) continue;
      const { group, names, scope, versions } = read.crd.spec;
      const [version] = versions;
      const options = { group, scope, kind: names.kind, plural: names.plural, hasStatus: false, boilerplate: '' };
      const schema = version?.schema?.openAPIV3Schema ?? {};
      const text = typesFromSchema(schema, { ...options, version: version?.name ?? '' });
      modules.set(`src/external/m${index}.types.ts`, text);
    } catch (error) {
      if (!(error instanceof UserError))
        throw new Error(`CRD ${index} of seed ${seed}: ${JSON.stringify(crd)}`, { cause: error });
    }
  }
  return modules;
}

const modules = writeAll();

test(`${count} of them end in types or in an error that a user understands (seed ${seed})`, () => {
  expect(modules.size).toBeGreaterThan(count / 3);
  expect(modules.size).toBeLessThan(count);
});

test('the types parse, and nothing in them can run', () => {
  for (const [file, text] of modules) {
    const source = compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest, true);
    expect(Reflect.get(source, 'parseDiagnostics'), `${file} of seed ${seed}`).toEqual([]);
    expect(source.statements.filter((statement) => !isHarmless(statement)).map((one) => one.getText())).toEqual([]);
    expect(text.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff\u200b]/u);
  }
});

/** Types, the import of the runtime, and the descriptor with plain literals. */
function isHarmless(node: ts.Statement): boolean {
  if (compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node)) return true;
  if (compiler.isImportDeclaration(node)) return node.moduleSpecifier.getText() === "'kbts/runtime'";
  if (!compiler.isVariableStatement(node)) return false;
  const [declaration] = node.declarationList.declarations;
  const call = declaration?.initializer;
  if (call === undefined || !compiler.isCallExpression(call) || call.expression.getText() !== 'defineKind')
    return false;
  const [argument] = call.arguments;
  return argument !== undefined && compiler.isObjectLiteralExpression(argument) && argument.properties.every(isPlain);
}

function isPlain(property: ts.ObjectLiteralElementLike): boolean {
  if (!compiler.isPropertyAssignment(property)) return false;
  const { initializer } = property;
  if (compiler.isObjectLiteralExpression(initializer)) return initializer.properties.every(isPlain);
  return compiler.isStringLiteral(initializer) || initializer.kind === compiler.SyntaxKind.TrueKeyword;
}

test('the types compile', async () => {
  expect((await typecheck(modules)).slice(0, 1000), `seed ${seed}`).toBe('');
}, 180_000);

test('no word of them is a marker: no right, no webhook, no kind comes out of them', async () => {
  const own = 'export const a = 1;\n// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get\n';
  const overlay = new Map([...modules, ['src/own.ts', own]]);
  const { model, diagnostics } = await planManifests({ root: '/hostile', overlay });

  expect(diagnostics.slice(0, 3), `seed ${seed}`).toEqual([]);
  expect(model.rbac.map(({ groups }) => groups)).toEqual([['apps']]);
  expect([model.kinds, model.webhooks, model.webhookConfigurations]).toEqual([[], [], []]);
});

test('as APIs of the project they give the same CRDs, and no right and no webhook', async () => {
  const dice = new Dice(seed + 2);
  let equal = 0;
  for (let index = 0; index < 400; index++) {
    const crd = hostileCrd(dice, index % 2 === 0);
    const overlay = importable(crd);
    if (overlay === undefined) continue;
    const { model, diagnostics } = await planManifests({ root: '/hostile', overlay });
    expect([model.rbac, model.webhooks, model.webhookConfigurations]).toEqual([[], [], []]);
    if (diagnostics.some(({ severity }) => severity === 'error')) continue;
    const ours = groupKinds(model.kinds).map((kind) => meaningOf(emitCrd(kind)));
    expect(ours, `CRD ${index} of seed ${seed + 2}`).toEqual([withoutNothing(meaningOf(crd as Json))]);
    equal++;
  }
  expect(equal).toBeGreaterThan(30);
}, 120_000);

/** Empty lists of a schema say nothing. */
function withoutNothing(value: Json): Json {
  const drop = (key: string, part: unknown): unknown =>
    ['required', 'anyOf', 'oneOf', 'allOf'].includes(key) && Array.isArray(part) && part.length === 0
      ? undefined
      : part;
  return JSON.parse(JSON.stringify(value, drop)) as Json;
}

/** The sources of a CRD, unless it is refused. */
function importable(crd: unknown): Map<string, string> | undefined {
  try {
    const [read] = readCrds(JSON.stringify(crd), 'hostile.yaml');
    return read === undefined ? undefined : importCrd(read.crd);
  } catch (error) {
    if (error instanceof UserError || error instanceof NotExpressible) return undefined;
    throw error;
  }
}

test('a whole API touches its own files only', async () => {
  const root = await project();
  const cwd = path.dirname(root);
  const before = readdirSync(cwd);
  const dice = new Dice(seed + 1);
  let planned = 0;
  for (let index = 0; index < 150; index++) {
    const crd = hostileCrd(dice);
    await writeFile(path.join(root, 'crd.yaml'), JSON.stringify(crd));
    try {
      const { changes } = await createApi({ root, cwd: root, group: '', externalCrd: 'crd.yaml' });
      planned++;
      for (const change of changes) {
        expect(change.path).toMatch(/^(?:PROJECT|(?:src|config|test)\/[\w./-]+)$/);
        expect(path.resolve(root, change.path).startsWith(`${root}${path.sep}`)).toBe(true);
        const text = change.kind === 'delete' ? '' : String(change.text);
        if (change.path.endsWith('.yaml') && !change.path.startsWith('config/crd/external/')) {
          expect(text).not.toContain(CANARY);
          expect(() => text.split(/^---$/m).map(fromYaml)).not.toThrow();
        }
        if (change.path === 'config/rbac/role.yaml') expect(text).not.toMatch(/secrets|'\*'|"\*"/);
      }
    } catch (error) {
      if (!(error instanceof UserError))
        throw new Error(`CRD ${index} of seed ${seed + 1}: ${JSON.stringify(crd)}`, { cause: error });
    }
  }
  expect(planned).toBeGreaterThan(30);
  expect(readdirSync(cwd)).toEqual(before);
  expect(Reflect.get(globalThis, CANARY)).toBeUndefined();
}, 120_000);
