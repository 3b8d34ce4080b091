/** What OLM asks of every ClusterServiceVersion. */
import { fromYaml } from '../../../yaml.js';
import { isMap, type Json, type JsonMap, valueAt } from '../../json.js';
import { mapsAt, stringAt } from '../../operator.js';
import { parseSemver } from '../semver.js';
import type { BundleFinding, PlacedObject } from './bundle-text.js';
import { checkTypes } from './csv-types.js';

/** Makes findings about one object. */
export interface Reporter {
  (severity: 'error' | 'warning', path: readonly (string | number)[], message: string, fix: string): void;
}

/** Checks a CSV on its own. */
export function csvRules(csv: PlacedObject): BundleFinding[] {
  const findings: BundleFinding[] = [];
  const report = reporterFor(csv, 'required', findings);
  checkTypes(csv.object, report);
  checkNames(csv.object, report);
  checkVersions(csv.object, report);
  checkAnnotations(csv.object, report);
  checkExamples(csv.object, report);
  checkInstallModes(csv.object, report);
  checkDeployments(csv.object, report);
  return findings;
}

/** Findings with their place in the file. */
export function reporterFor({ file, lineOf }: PlacedObject, suite: string, findings: BundleFinding[]): Reporter {
  return (severity, path, message, fix) => findings.push({ severity, suite, file, line: lineOf(path), message, fix });
}

const subdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** What is wrong with the name of a bundle, if anything. OLM uses it as the value of a label. */
export function bundleNameProblem(name: string): string | undefined {
  if (!subdomain.test(name)) return 'it is not a name in Kubernetes';
  return name.length > 63 ? `it has ${name.length} characters, and 63 are allowed` : undefined;
}

function checkNames(csv: JsonMap, report: Reporter): void {
  const fix = 'write package and version, as in guestbook.v1.2.3';
  for (const path of [
    ['metadata', 'name'],
    ['spec', 'replaces'],
  ]) {
    const name = stringAt(csv, ...path) ?? '';
    if (name === '' && path[0] === 'spec') continue;
    const problem = bundleNameProblem(name);
    const version = name.slice(name.indexOf('.') + 1).replace(/^v/, '');
    if (problem !== undefined) report('error', path, `${path.join('.')} "${name}" is wrong: ${problem}`, fix);
    else if (!name.includes('.') || parseSemver(version) === undefined)
      report('warning', path, `${path.join('.')} "${name}" does not end with a semantic version`, fix);
  }
  if ((stringAt(csv, 'spec', 'displayName') ?? '') === '')
    report(
      'error',
      ['spec'],
      'spec.displayName is missing',
      'say in config/manifests/bases what the operator is called',
    );
}

function checkVersions(csv: JsonMap, report: Reporter): void {
  const version = valueAt(csv, 'spec', 'version');
  if (version !== undefined && (typeof version !== 'string' || parseSemver(version) === undefined))
    report(
      'error',
      ['spec', 'version'],
      `spec.version ${JSON.stringify(version)} is not a semantic version`,
      'use the form 1.2.3, in quotes',
    );
  const least = stringAt(csv, 'spec', 'minKubeVersion') ?? '';
  if (least !== '' && parseSemver(least) === undefined)
    report(
      'error',
      ['spec', 'minKubeVersion'],
      `spec.minKubeVersion "${least}" is not a version`,
      'use the form 1.30.0',
    );
}

const exactCase = [
  'olm.operatorGroup',
  'olm.operatorNamespace',
  'olm.targetNamespaces',
  'olm.providedAPIs',
  'olm.skipRange',
];

function checkAnnotations(csv: JsonMap, report: Reporter): void {
  const annotations = valueAt(csv, 'metadata', 'annotations');
  for (const key of Object.keys(isMap(annotations) ? annotations : {})) {
    const right = exactCase.find((one) => one.toLowerCase() === key.toLowerCase());
    const path = ['metadata', 'annotations', key];
    if (right !== undefined && right !== key)
      report('error', path, `the annotation ${key} is not known`, `write ${right}`);
    if (key === 'olm.properties')
      report('warning', path, 'olm.properties belongs in metadata/properties.yaml', 'move it there');
  }
}

function checkExamples(csv: JsonMap, report: Reporter): void {
  const annotations = valueAt(csv, 'metadata', 'annotations');
  const text = stringAt(annotations, 'alm-examples') ?? stringAt(annotations, 'olm.examples');
  const path = ['metadata', 'annotations', 'alm-examples'];
  if (text === undefined) {
    report('warning', ['metadata', 'annotations'], 'there are no samples', 'add samples to config/samples');
    return;
  }
  const samples = parsedList(text);
  if (samples === undefined) {
    report('error', path, 'alm-examples is not a list of objects in JSON', 'make the bundle again');
    return;
  }
  const owned = new Set(mapsAt(csv, 'spec', 'customresourcedefinitions', 'owned').map(apiOf));
  const shown = new Set(samples.map((sample) => `${String(sample['apiVersion'])} ${String(sample['kind'])}`));
  for (const api of shown)
    if (!owned.has(api))
      report('error', path, `the sample of ${api} is of a kind that the CSV does not own`, 'remove it');
  for (const api of owned)
    if (!shown.has(api)) report('warning', path, `there is no sample of ${api}`, 'add one to config/samples');
}

function parsedList(text: string): JsonMap[] | undefined {
  let value: Json;
  try {
    value = fromYaml(text) as Json;
  } catch {
    // Whoever wrote it gets to know that it is not a list.
    return undefined;
  }
  if (value === null || value === undefined) return [];
  return Array.isArray(value) && value.every((one: Json) => isMap(one)) ? value : undefined;
}

function apiOf(owned: JsonMap): string {
  const group = String(owned['name']).split('.').slice(1).join('.');
  return `${group}/${String(owned['version'])} ${String(owned['kind'])}`;
}

const modes = new Set(['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces']);

function checkInstallModes(csv: JsonMap, report: Reporter): void {
  const path = ['spec', 'installModes'];
  const given = mapsAt(csv, 'spec', 'installModes');
  const isOn = (type: string): boolean => given.some((mode) => mode['type'] === type && mode['supported'] === true);
  if (given.length === 0)
    report('error', path, 'there are no install modes', 'list all four, with supported: true or false');
  else if (!given.some(({ supported }) => supported === true))
    report('error', path, 'no install mode is supported', 'set supported: true for one');
  const seen = new Set<Json | undefined>();
  for (const { type } of given) {
    if (seen.has(type)) report('warning', path, `the install mode ${String(type)} is there twice`, 'keep one');
    if (!modes.has(String(type)))
      report('warning', path, `there is no install mode ${String(type)}`, `use one of ${[...modes].join(', ')}`);
    seen.add(type);
  }
  const converts = mapsAt(csv, 'spec', 'webhookdefinitions').some(({ type }) => type === 'ConversionWebhook');
  const others = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace'].filter(isOn);
  if (converts && (others.length > 0 || !isOn('AllNamespaces')))
    report(
      'error',
      path,
      'an operator with conversion webhooks must support AllNamespaces and nothing else',
      'set supported: true for AllNamespaces alone',
    );
}

function checkDeployments(csv: JsonMap, report: Reporter): void {
  const path = ['spec', 'install'];
  const deployments = mapsAt(csv, 'spec', 'install', 'spec', 'deployments');
  if (stringAt(csv, 'spec', 'install', 'strategy') !== 'deployment')
    report('error', [...path, 'strategy'], 'the install strategy is not "deployment"', 'write strategy: deployment');
  else if (deployments.length === 0) report('error', path, 'the CSV installs no Deployment', 'make the bundle again');
  const names = new Set(deployments.map(({ name }) => name));
  mapsAt(csv, 'spec', 'webhookdefinitions').forEach(({ deploymentName, generateName }, index) => {
    if (!names.has(deploymentName))
      report(
        'error',
        ['spec', 'webhookdefinitions', index],
        `webhook ${String(generateName)} is served by ${String(deploymentName)}, which the CSV does not install`,
        'name a Deployment of spec.install',
      );
  });
}
