/** Whether the rules that a user holds include other rules, and how the missing ones are printed. */

import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';

/** One rule of a role. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** Reads the `rules` of a role. */
export function parseRules(value: JsonValue | undefined): PolicyRule[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((rule) => ({
    verbs: texts(rule, 'verbs'),
    apiGroups: texts(rule, 'apiGroups'),
    resources: texts(rule, 'resources'),
    resourceNames: texts(rule, 'resourceNames'),
    nonResourceURLs: texts(rule, 'nonResourceURLs'),
  }));
}

function texts(rule: JsonObject, key: string): string[] {
  const value = rule[key];
  return Array.isArray(value) ? value.map(String) : [];
}

/** The smallest parts of `wanted` that no rule of `held` includes; each has one verb and one resource or URL. */
export function missingRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(partsOf).filter((part) => !held.some((rule) => includesPart(rule, part)));
}

const NONE: PolicyRule = { verbs: [], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };

function partsOf(rule: PolicyRule): PolicyRule[] {
  const parts: PolicyRule[] = [];
  const names = rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map((name) => [name]);
  for (const group of rule.apiGroups) {
    for (const resource of rule.resources) {
      for (const verb of rule.verbs) {
        for (const resourceNames of names)
          parts.push({ ...NONE, apiGroups: [group], resources: [resource], verbs: [verb], resourceNames });
      }
    }
  }
  for (const url of rule.nonResourceURLs) {
    for (const verb of rule.verbs) parts.push({ ...NONE, nonResourceURLs: [url], verbs: [verb] });
  }
  return parts;
}

function includesPart(rule: PolicyRule, part: PolicyRule): boolean {
  return (
    hasAll(rule.verbs, part.verbs) &&
    hasAll(rule.apiGroups, part.apiGroups) &&
    part.resources.every((resource) => includesResource(rule.resources, resource)) &&
    part.nonResourceURLs.every((url) => rule.nonResourceURLs.some((pattern) => includesUrl(pattern, url))) &&
    (rule.resourceNames.length === 0 ||
      (part.resourceNames.length > 0 && hasAll(rule.resourceNames, part.resourceNames, '')))
  );
}

function hasAll(list: readonly string[], values: readonly string[], wildcard = '*'): boolean {
  return (wildcard !== '' && list.includes(wildcard)) || values.every((value) => list.includes(value));
}

function includesResource(resources: readonly string[], wanted: string): boolean {
  if (resources.includes('*') || resources.includes(wanted)) return true;
  const slash = wanted.indexOf('/');
  return slash >= 0 && resources.includes(`*${wanted.slice(slash)}`);
}

function includesUrl(pattern: string, url: string): boolean {
  return pattern === url || (pattern.endsWith('*') && url.startsWith(withoutStars(pattern)));
}

/** The pattern up to its last character that is not a star. */
function withoutStars(pattern: string): string {
  let end = pattern.length;
  while (pattern[end - 1] === '*') end--;
  return pattern.slice(0, end);
}

/** Missing rules as the API server lists them: one line for each resource, sorted. */
export function ruleLines(missing: readonly PolicyRule[]): string {
  const byResource = new Map<string, PolicyRule>();
  for (const rule of missing) {
    const isResource = rule.nonResourceURLs.length === 0;
    const key = JSON.stringify([rule.apiGroups, rule.resources, rule.resourceNames, isResource ? '' : byResource.size]);
    const known = byResource.get(key);
    byResource.set(key, known === undefined ? rule : { ...known, verbs: [...known.verbs, ...rule.verbs] });
  }
  return [...new Set([...byResource.values()].map(ruleText))].sort().join('\n');
}

function ruleText(rule: PolicyRule): string {
  const parts: [string, readonly string[]][] = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ];
  const shown = parts.filter(([, values]) => values.length > 0).map(([name, values]) => `${name}:${quoted(values)}`);
  return `{${shown.join(', ')}}`;
}

/** A list of strings as Go prints it. */
export function quoted(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(' ')}]`;
}
