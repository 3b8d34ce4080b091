/** The tests that operator-sdk has in its image scorecard-test, as functions of a bundle. */
import { type BundleFinding, type BundleText, readBundle } from '../bundle/check/bundle-text.js';
import { checkBundle } from '../bundle/check/check-bundle.js';
import { isList, isMap, type Json, type JsonMap, valueAt } from '../json.js';

/** How a test ended. `error` is for a bundle that the test cannot judge. */
export interface TestResult {
  readonly name: string;
  readonly state: 'pass' | 'fail' | 'error';
  readonly errors: readonly string[];
  readonly suggestions: readonly string[];
}

type Outcome = Omit<TestResult, 'name'>;

/** What a test looks at. */
interface Subject {
  readonly files: ReadonlyMap<string, string>;
  readonly csv: JsonMap;
  readonly crds: readonly JsonMap[];
  readonly more: readonly BundleFinding[];
  /** The custom resources of `alm-examples`, or why they cannot be read. */
  readonly examples: readonly JsonMap[] | string;
}

const tests = {
  'basic-check-spec': checkSpec,
  'olm-bundle-validation': checkValidation,
  'olm-crds-have-validation': checkSchemas,
  'olm-crds-have-resources': checkResources,
  'olm-spec-descriptors': checkSpecDescriptors,
  'olm-status-descriptors': checkStatusDescriptors,
} as const satisfies Record<string, (subject: Subject) => Outcome>;

/** The name of a test. */
export type BuiltInTest = keyof typeof tests;

/** All names. */
export const builtInTests = Object.keys(tests) as BuiltInTest[];

/** Runs a test on the files of a bundle. A bundle that nobody can load fails every test. `more` is what other rules found. */
export function runBuiltIn(
  name: BuiltInTest,
  files: ReadonlyMap<string, string>,
  more: readonly BundleFinding[] = [],
): TestResult {
  const subject = subjectIn(files, readBundle(files), more);
  return { name, ...(typeof subject === 'string' ? failed([subject]) : tests[name](subject)) };
}

function subjectIn(
  files: ReadonlyMap<string, string>,
  bundle: BundleText,
  more: readonly BundleFinding[],
): Subject | string {
  const [broken] = bundle.broken;
  if (broken !== undefined) return `${placeOf(broken)}: ${broken.message}`;
  if (Object.keys(bundle.annotations).length === 0) return 'metadata/annotations.yaml has no annotations';
  const ofKind = (kind: string): JsonMap[] =>
    bundle.objects.filter(({ object }) => object.kind === kind).map(({ object }) => object);
  const [csv, second] = ofKind('ClusterServiceVersion');
  if (csv === undefined) return 'there is no ClusterServiceVersion in manifests/';
  if (second !== undefined) return 'there is more than one ClusterServiceVersion in manifests/';
  const crds = ofKind('CustomResourceDefinition');
  const old = crds.find(({ apiVersion }) => apiVersion !== 'apiextensions.k8s.io/v1');
  if (old !== undefined)
    return `the CRD ${nameOf(old)} is of ${String(old['apiVersion'])}, not apiextensions.k8s.io/v1`;
  return { files, csv, crds, more, examples: examplesIn(csv) };
}

function examplesIn(csv: JsonMap): readonly JsonMap[] | string {
  const text = valueAt(csv, 'metadata', 'annotations', 'alm-examples') ?? '';
  if (text === '') return [];
  if (typeof text !== 'string') return 'alm-examples is not a string';
  let examples: Json;
  try {
    examples = JSON.parse(text) as Json;
  } catch (error) {
    return `alm-examples is not JSON: ${(error as Error).message}`;
  }
  if (examples === null) return [];
  if (!isList(examples)) return 'alm-examples is not a list';
  const maps = examples.filter(isMap);
  return maps.length === examples.length && maps.every(({ kind }) => typeof kind === 'string' && kind !== '')
    ? maps
    : 'alm-examples contains something that is not an object with a kind';
}

function failed(errors: readonly string[], suggestions: readonly string[] = []): Outcome {
  return { state: 'fail', errors, suggestions };
}

function passed(suggestions: readonly string[] = []): Outcome {
  return { state: 'pass', errors: [], suggestions };
}

function judged(errors: readonly string[], suggestions: readonly string[]): Outcome {
  return errors.length === 0 ? passed(suggestions) : failed(errors, suggestions);
}

/** An example without a spec is worth a word, and no failure. */
function checkSpec({ examples }: Subject): Outcome {
  if (typeof examples === 'string') return failed([examples]);
  const without = examples.find(({ spec }) => spec === undefined || spec === null);
  return passed(without === undefined ? [] : [`spec is missing from ${nameOf(without)}`]);
}

function checkValidation({ files, more }: Subject): Outcome {
  const findings = [...checkBundle(files, []), ...more];
  const texts = (severity: BundleFinding['severity']): string[] =>
    findings.filter((one) => one.severity === severity).map((one) => `${placeOf(one)}: ${one.message}`);
  return judged(texts('error'), texts('warning'));
}

/** Every field of spec and status of an example must be in the schema of its version. */
function checkSchemas({ crds, examples }: Subject): Outcome {
  if (typeof examples === 'string') return { state: 'error', errors: [examples], suggestions: [] };
  const [errors, suggestions]: [string[], string[]] = [[], []];
  for (const example of examples) {
    for (const { kind, version } of versionsFor(example, crds)) {
      const schema = valueAt(version, 'schema', 'openAPIV3Schema');
      if (!isMap(schema)) suggestions.push(`add a schema for ${kind}/${String(version['name'])}`);
      else errors.push(...unknownFields(example, schema));
    }
  }
  return judged(errors, suggestions);
}

function versionsFor(example: JsonMap, crds: readonly JsonMap[]): { kind: string; version: JsonMap }[] {
  const [kind, wanted] = [String(example['kind']), versionOf(example)];
  return crds.flatMap((crd) => {
    const own = valueAt(crd, 'spec', 'names', 'kind');
    if (typeof own !== 'string' || own.toLowerCase() !== kind.toLowerCase()) return [];
    return listAt(crd, 'spec', 'versions')
      .filter(({ name }) => String(name).toLowerCase() === wanted.toLowerCase())
      .map((version) => ({ kind, version }));
  });
}

function unknownFields(example: JsonMap, schema: JsonMap): string[] {
  return ['spec', 'status'].flatMap((part) => {
    const value = example[part] ?? {};
    if (!isMap(value)) return [`${part} of ${nameOf(example)} is not a map`];
    const fields = valueAt(schema, 'properties', part, 'properties');
    return Object.keys(value)
      .filter((key) => !isMap(fields) || fields[key] === undefined)
      .map((key) => `the schema of ${String(example['kind'])}/${versionOf(example)} has no ${part}.${key}`);
  });
}

function checkResources({ csv }: Subject): Outcome {
  const without = ownedIn(csv).find((owned) => listAt(owned, 'resources').length === 0);
  if (without === undefined) return passed();
  const marker = '// +operator-sdk:csv:customresourcedefinitions:resources={{Deployment,v1,name}}';
  return failed(
    [`the owned CRD ${String(without['name'])} names no resources`],
    [`say with "${marker}" on the kind ${String(without['kind'])} what its controller makes`],
  );
}

/** Every field of an example's spec must have a descriptor. */
function checkSpecDescriptors({ csv, examples }: Subject): Outcome {
  if (typeof examples === 'string') return { state: 'error', errors: [examples], suggestions: [] };
  const [errors, suggestions]: [string[], string[]] = [[], []];
  for (const example of examples) {
    const owned = ownerOf(example, csv);
    const { spec } = example;
    if (!isMap(spec)) errors.push(`${nameOf(example)} has no spec`);
    else if (owned === undefined) errors.push(notOwned(example));
    else {
      const described = new Set(listAt(owned, 'specDescriptors').map(({ path }) => path));
      const missing = Object.keys(spec).filter((key) => !described.has(key));
      errors.push(...missing.map((key) => `${key} does not have a spec descriptor`));
      suggestions.push(...missing.map((key) => `add a spec descriptor for ${key}`));
    }
  }
  return judged(errors, suggestions);
}

/** An example that shows a status needs descriptors for it; one without is worth a word. */
function checkStatusDescriptors({ csv, examples }: Subject): Outcome {
  if (typeof examples === 'string') return { state: 'error', errors: [examples], suggestions: [] };
  const [errors, suggestions]: [string[], string[]] = [[], []];
  for (const example of examples) {
    const owned = ownerOf(example, csv);
    const status = example['status'] ?? {};
    if (owned === undefined) errors.push(notOwned(example));
    else if (!isMap(status)) errors.push(`status of ${nameOf(example)} is not a map`);
    else if (Object.keys(status).length === 0)
      suggestions.push(`the example of ${String(owned['name'])} has no status`);
    else if (listAt(owned, 'statusDescriptors').length === 0) {
      errors.push(`${String(owned['name'])} does not have a status descriptor`);
      suggestions.push(`add a status descriptor for ${String(owned['name'])}`);
    }
  }
  return judged(errors, suggestions);
}

function ownedIn(csv: JsonMap): JsonMap[] {
  return listAt(csv, 'spec', 'customresourcedefinitions', 'owned');
}

function ownerOf(example: JsonMap, csv: JsonMap): JsonMap | undefined {
  return ownedIn(csv).find(({ kind, version }) => kind === example['kind'] && version === versionOf(example));
}

function notOwned(example: JsonMap): string {
  return `the bundle owns no CRD for ${nameOf(example)}, a ${String(example['apiVersion'])} ${String(example['kind'])}`;
}

function versionOf({ apiVersion }: JsonMap): string {
  return typeof apiVersion === 'string' ? (apiVersion.split('/').at(-1) ?? '') : '';
}

function nameOf(object: JsonMap): string {
  return String(valueAt(object, 'metadata', 'name') ?? '');
}

function listAt(value: JsonMap, ...path: readonly string[]): JsonMap[] {
  const found = valueAt(value, ...path);
  return isList(found) ? found.filter(isMap) : [];
}

function placeOf({ file, line }: BundleFinding): string {
  return line === undefined ? file : `${file}:${line}`;
}
