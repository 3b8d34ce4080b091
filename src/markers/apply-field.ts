/** What markers about fields, unions and topology do to a schema. */
import { escapeCelName } from '../kubernetes/cel/field-name.js';
import type { JsonValue } from '../model/schema.js';
import { addKeywords } from './apply-keywords.js';
import { type Apply, addRule, type ApplyTarget, found, typeOf } from './apply-target.js';
import { flag, VALIDATIONS } from './apply-validation.js';
import { parseJson } from './json.js';
import { argumentOf, type ResolvedMarker, valueOf } from './resolve.js';

function oneOf(operator: string, words: string): Apply {
  return (target, marker) => {
    const names = texts(valueOf(marker));
    if (names.length === 0) return 'it names no field';
    const nested = names.find((name) => name.includes('.'));
    if (nested !== undefined) return `it cannot reach into nested fields: ${nested}`;
    const properties = target.base.properties ?? {};
    const unknown = names.find((name) => !Object.hasOwn(properties, name));
    if (unknown !== undefined) return `there is no field "${unknown}" here`;
    const required = names.find((name) => target.base.required?.includes(name));
    if (required !== undefined) return `the field "${required}" is always required; make it optional with "?"`;
    const list = names.join(' ');
    addRule(target.added, { rule: oneOfRule(names, operator), message: words.replace('#', list) });
    return undefined;
  };
}

/** The rule that counts fields which are set. */
export function oneOfRule(names: readonly string[], operator: string): string {
  const escaped = names.map(escapeCelName);
  if (operator === '>=') return escaped.map((name) => `has(self.${name})`).join('||');
  return `${escaped.map((name) => `(has(self.${name})?1:0)`).join('+')} ${operator} 1`;
}

const setDefault: Apply = (target, marker) => {
  const value = valueOf(marker);
  const isEmptyObject =
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
  target.added.default = isEmptyObject && typeOf(target) === 'array' ? [] : value;
  return undefined;
};

const setKubernetesDefault: Apply = ({ added }, marker) => {
  const text = String(valueOf(marker) ?? '').trim();
  if (text.startsWith('ref(')) return undefined;
  try {
    const value = parseJson(text);
    if (value !== null) added.default = value;
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return 'its value is not JSON; texts need double quotes, or use kubebuilder:default';
  }
};

const setTitle: Apply = ({ added }, marker) => {
  const value = valueOf(marker);
  if (typeof value !== 'string') return 'it needs a string; quote numbers';
  added.title = value;
  return undefined;
};

const setDocs: Apply = ({ added }, marker) => {
  const url = String(argumentOf(marker, 'url') ?? '');
  if (!url.startsWith('/') && !URL.canParse(url)) return `"${url}" is not a URL`;
  const description = argumentOf(marker, 'description');
  added.externalDocs = { url, ...(typeof description === 'string' && description !== '' && { description }) };
  return undefined;
};

const notEmpty: Apply = (target) => {
  const { added, base } = target;
  const key = { string: 'minLength', array: 'minItems', object: 'minProperties' }[typeOf(target) ?? ''] as
    | 'minLength'
    | 'minItems'
    | 'minProperties'
    | undefined;
  if (key !== undefined && added[key] === undefined && base[key] === undefined) added[key] = 1;
  return undefined;
};

function listType(target: ApplyTarget, marker: ResolvedMarker): string | undefined {
  if (typeOf(target) !== 'array') return `it is about lists, but this is ${found(target)}`;
  const value = String(valueOf(marker));
  if (!['map', 'set', 'atomic'].includes(value)) return `"${value}" is none of map, set, atomic`;
  target.added['x-kubernetes-list-type'] = value;
  return undefined;
}

function listMapKey({ added, base }: ApplyTarget, marker: ResolvedMarker): string | undefined {
  if ((added['x-kubernetes-list-type'] ?? base['x-kubernetes-list-type']) !== 'map')
    return 'it needs +listType=map beside it';
  const keys = added['x-kubernetes-list-map-keys'] ?? [];
  const key = String(valueOf(marker));
  if (!keys.includes(key)) added['x-kubernetes-list-map-keys'] = [...keys, key];
  return undefined;
}

function mapType(target: ApplyTarget, marker: ResolvedMarker): string | undefined {
  if (typeOf(target) !== 'object') return `it is about objects and maps, but this is ${found(target)}`;
  const value = String(valueOf(marker));
  if (value !== 'granular' && value !== 'atomic') return `"${value}" is neither granular nor atomic`;
  target.added['x-kubernetes-map-type'] = value;
  return undefined;
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

const immutable: Apply = ({ added }) => {
  addRule(added, { rule: 'self == oldSelf', message: 'field is immutable' });
  return undefined;
};

const setExample: Apply = ({ added }, marker) => {
  added.example = valueOf(marker);
  return undefined;
};

const sortEnum: Apply = ({ added, base }) => {
  if (base.type !== 'string' || base.enum === undefined) return 'it needs an enum or a union of strings';
  added.enum = [...base.enum].sort((left, right) => (String(left) < String(right) ? -1 : 1));
  return undefined;
};

/** Markers that are not under `kubebuilder:validation:`, by full name. */
export const FIELD_EFFECTS: Readonly<Record<string, Apply | undefined>> = {
  nullable: flag('nullable'),
  default: setKubernetesDefault,
  'kubebuilder:default': setDefault,
  'kubebuilder:example': setExample,
  'kubebuilder:title': setTitle,
  'kubebuilder:externalDocs': setDocs,
  'kubebuilder:validation:EmbeddedResource': flag('x-kubernetes-embedded-resource'),
  'kubebuilder:pruning:PreserveUnknownFields': flag('x-kubernetes-preserve-unknown-fields'),
  'k8s:immutable': immutable,
  'k8s:required': notEmpty,
  'k8s:enum': sortEnum,
  'k8s:maxItems': VALIDATIONS.MaxItems,
  'k8s:minimum': VALIDATIONS.Minimum,
  'k8s:maximum': VALIDATIONS.Maximum,
  'kubebuilder:validation:AtMostOneOf': oneOf('<=', 'at most one of the fields in [#] may be set'),
  'kubebuilder:validation:ExactlyOneOf': oneOf('==', 'exactly one of the fields in [#] must be set'),
  'kubebuilder:validation:AtLeastOneOf': oneOf('>=', 'at least one of the fields in [#] must be set'),
  'kbts:schema': addKeywords,
  listType,
  'k8s:listType': listType,
  listMapKey,
  'k8s:listMapKey': listMapKey,
  mapType,
  structType: mapType,
};
