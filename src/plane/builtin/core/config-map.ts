/** ConfigMaps and Secrets. */
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { isConfigKey } from '../text-rules.js';

const MAX_SIZE = 1024 * 1024;
const FIXED = 'field is immutable when `immutable` is set';

/** Checks of ConfigMap. */
export const configMap: KindChecks = {
  spec: (object, before) => {
    if (before !== undefined) frozen(object, before, ['data', 'binaryData']);
    const [data, binary] = [object.at('data'), object.at('binaryData')];
    for (const key of data.keys) {
      keyName(data, key);
      if (binary.key(key).isSet) data.key(key).invalid('duplicate of key present in binaryData', key);
    }
    for (const key of binary.keys) keyName(binary, key);
    const size = textSize(data) + binarySize(binary);
    if (size > MAX_SIZE) object.named('[]').tooLong(MAX_SIZE);
  },
};

/** Checks of Secret. */
export const secret: KindChecks = {
  spec: (object, before) => {
    if (before !== undefined) {
      object.at('type').unchangedFrom(before.at('type'));
      frozen(object, before, ['data']);
    }
    const data = object.at('data');
    for (const key of data.keys) keyName(data, key);
    if (binarySize(data) > MAX_SIZE) data.tooLong(MAX_SIZE);
    TYPES[object.at('type').text]?.(object);
  },
};

function keyName(map: Field, key: string): void {
  for (const why of isConfigKey(key)) map.key(key).invalid(why, key);
}

const textSize = (map: Field): number => map.keys.reduce((sum, key) => sum + Buffer.byteLength(map.key(key).text), 0);
const binarySize = (map: Field): number =>
  map.keys.reduce((sum, key) => sum + Buffer.byteLength(map.key(key).text, 'base64'), 0);

function frozen(object: Field, before: Field, fields: readonly string[]): void {
  if (!before.at('immutable').isTrue) return;
  if (!object.at('immutable').isTrue) object.at('immutable').forbidden(FIXED);
  for (const field of fields) if (!object.at(field).equals(before.at(field))) object.at(field).forbidden(FIXED);
}

const TYPES: Readonly<Record<string, (object: Field) => void>> = {
  'kubernetes.io/service-account-token': (object) => {
    const name = object.at('metadata').at('annotations').key('kubernetes.io/service-account.name');
    if (name.text === '') name.required();
  },
  'kubernetes.io/dockercfg': (object) => json(object.at('data').key('.dockercfg')),
  'kubernetes.io/dockerconfigjson': (object) => json(object.at('data').key('.dockerconfigjson')),
  'kubernetes.io/basic-auth': (object) => {
    const parts = ['username', 'password'].map((key) => object.at('data').key(key));
    if (parts.every((part) => !part.isSet)) for (const part of parts) part.required();
  },
  'kubernetes.io/ssh-auth': (object) => void object.at('data').key('ssh-privatekey').needs(),
  'kubernetes.io/tls': (object) => {
    for (const key of ['tls.crt', 'tls.key']) {
      if (!object.at('data').key(key).isSet) object.at('data').key(key).required();
    }
  },
};

function json(field: Field): void {
  if (!field.isSet) return void field.required();
  const problem = objectProblem(Buffer.from(field.text, 'base64').toString('utf8'));
  if (problem !== undefined) field.invalid(problem, '<secret contents redacted>');
}

function objectProblem(text: string): string | undefined {
  if (text === '') return 'unexpected end of JSON input';
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined;
    const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return `invalid character ${JSON.stringify(text.trimStart().charAt(0))} looking for beginning of value`;
  }
}
