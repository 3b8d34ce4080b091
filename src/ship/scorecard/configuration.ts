/** The configuration of a scorecard: which tests run, in which order. */
import { matchesLabels, parseLabelSelector, SelectorError } from '../../kubernetes/selector/label-selector.js';
import { fromYaml } from '../../yaml.js';
import { isList, isMap, type Json, type JsonMap } from '../json.js';

/** A test as the configuration names it. */
export interface ScorecardTest {
  readonly image: string;
  readonly entrypoint: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/** The configuration is wrong: what, and where. */
export class ConfigurationProblem extends Error {}

/** The tests of all stages, in their order. */
export function readConfiguration(text: string): ScorecardTest[] {
  let content: Json;
  try {
    content = fromYaml(text) as Json;
  } catch (error) {
    throw new ConfigurationProblem(`it is not YAML: ${(error as Error).message}`);
  }
  const root = mapAt(content, 'it', ['apiVersion', 'kind', 'metadata', 'stages', 'storage', 'serviceaccount']);
  if (root['apiVersion'] !== 'scorecard.operatorframework.io/v1alpha3' || root['kind'] !== 'Configuration')
    throw new ConfigurationProblem('it is not a Configuration of scorecard.operatorframework.io/v1alpha3');
  return listAt(root['stages'], 'stages').flatMap((stage, index) => {
    const place = `stages[${index}]`;
    const { tests } = mapAt(stage, place, ['parallel', 'tests']);
    return listAt(tests, `${place}.tests`).map((test, at) => readTest(test, `${place}.tests[${at}]`));
  });
}

/** Whether a test has the labels that a selector asks for. */
export function testsWith(selector: string): (test: ScorecardTest) => boolean {
  try {
    const requirements = parseLabelSelector(selector);
    return ({ labels }) => matchesLabels(requirements, labels);
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    throw new ConfigurationProblem(error.message, { cause: error });
  }
}

function readTest(test: Json, place: string): ScorecardTest {
  const { image, entrypoint, labels } = mapAt(test, place, ['image', 'uniqueID', 'entrypoint', 'labels', 'storage']);
  if (typeof image !== 'string' || image === '') throw new ConfigurationProblem(`${place}.image is not a string`);
  const words = listAt(entrypoint, `${place}.entrypoint`).map((word) => stringOf(word, `${place}.entrypoint`));
  const pairs = Object.entries(labels === undefined ? {} : mapAt(labels, `${place}.labels`));
  return {
    image,
    entrypoint: words,
    labels: Object.fromEntries(pairs.map(([key, value]) => [key, stringOf(value, `${place}.labels.${key}`)])),
  };
}

function mapAt(value: Json | undefined, place: string, known?: readonly string[]): JsonMap {
  if (!isMap(value)) throw new ConfigurationProblem(`${place} is not a map`);
  const other = known === undefined ? undefined : Object.keys(value).find((key) => !known.includes(key));
  if (other !== undefined)
    throw new ConfigurationProblem(`"${other}" in ${place} is not known; there are ${known?.join(', ') ?? ''}`);
  return value;
}

function listAt(value: Json | undefined, place: string): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (!isList(value)) throw new ConfigurationProblem(`${place} is not a list`);
  return value;
}

function stringOf(value: Json, place: string): string {
  if (typeof value !== 'string') throw new ConfigurationProblem(`${place} contains something that is not a string`);
  return value;
}
