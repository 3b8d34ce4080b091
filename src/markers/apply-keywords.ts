/** What `+kbts:schema` does: keywords that neither a type nor another marker can say. */
import type { JsonSchema, JsonValue, MutableSchema } from '../model/schema.js';
import type { Apply } from './apply-target.js';
import { parseJson } from './json.js';
import { valueOf } from './resolve.js';

type Keywords = Readonly<Record<string, JsonValue>>;

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const BOUNDS =
  `maximum minimum exclusiveMaximum exclusiveMinimum multipleOf maxLength minLength pattern maxItems minItems
  maxProperties minProperties enum format`.split(/\s+/);
/** What a branch may say: the API server wants types, defaults and everything for pruning outside of it. */
const IN_BRANCHES = new Set([...BOUNDS, ...LISTS, 'not', 'required', 'properties', 'items']);
const AT_TOP = new Set([...BOUNDS, ...LISTS, 'not']);

/** Adds keywords as they are written, after checking that the API server would take them here. */
export const addKeywords: Apply = ({ added, base }, marker) => {
  const keywords = readObject(String(valueOf(marker) ?? ''));
  if (keywords === undefined) return 'its value is no JSON object';
  const wrong = Object.keys(keywords).find((key) => !AT_TOP.has(key));
  if (wrong !== undefined) return `"${wrong}" is said by the type or by another marker`;
  const problem = problemOf(keywords, base);
  if (problem !== undefined) return problem;
  // Everything that is allowed at the top is a keyword of JsonSchema.
  Object.assign(added satisfies MutableSchema, keywords);
  return undefined;
};

function problemOf(keywords: Keywords, about: JsonSchema): string | undefined {
  for (const branch of branchesOf(keywords)) {
    const problem = isObject(branch) ? branchProblem(branch, about) : 'allOf, anyOf, oneOf and not contain schemas';
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function branchesOf(keywords: Keywords): JsonValue[] {
  const lists = LISTS.flatMap((key) => (keywords[key] === undefined ? [] : keywords[key]));
  return keywords['not'] === undefined ? lists : [...lists, keywords['not']];
}

function branchProblem(branch: Keywords, about: JsonSchema): string | undefined {
  const wrong = Object.keys(branch).find((key) => !IN_BRANCHES.has(key));
  if (wrong !== undefined) return `"${wrong}" cannot be in a branch: the API server accepts it only outside`;
  const { required = [], properties = {}, items } = branch;
  if (!Array.isArray(required) || !isObject(properties)) return '"required" is a list and "properties" an object';
  const isOpen = about['x-kubernetes-preserve-unknown-fields'] === true || about.properties === undefined;
  const names = [...required.map(String), ...Object.keys(properties)];
  const missing = isOpen ? undefined : names.find((name) => !Object.hasOwn(about.properties ?? {}, name));
  if (missing !== undefined) return `there is no field "${missing}" here`;
  for (const [name, schema] of Object.entries(properties)) {
    const problem = isObject(schema) ? branchProblem(schema, about.properties?.[name] ?? {}) : 'a field needs a schema';
    if (problem !== undefined) return problem;
  }
  if (items !== undefined && !isObject(items)) return '"items" needs a schema';
  return (items === undefined ? undefined : branchProblem(items, about.items ?? {})) ?? problemOf(branch, about);
}

function readObject(text: string): Keywords | undefined {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isObject(value: JsonValue | undefined): value is Keywords {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
