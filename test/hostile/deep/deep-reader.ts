/**
 * Runs one reader over texts that are nested too deep, from many places of the stack. Every regular expression is compiled
 * again each time, as V8 does with those that it has not used for a while: near the end of the stack that ends the process.
 */
import { DYN } from '../../../src/kubernetes/cel/check/types.js';
import { compileCel } from '../../../src/kubernetes/cel/compile.js';
import { findByPath } from '../../../src/kubernetes/json-path/find.js';
import { parseExact } from '../../../src/kubernetes/json/parse-exact.js';
import { stringifyExact } from '../../../src/kubernetes/json/stringify-exact.js';
import { compilePattern } from '../../../src/kubernetes/regex/pattern.js';
import { validateValue } from '../../../src/kubernetes/schema/schema-validate.js';
import { parseJson as parseMarkerJson } from '../../../src/markers/json.js';
import { Lexer } from '../../../src/markers/lexer.js';
import { parseValue } from '../../../src/markers/values.js';
import { parseBody } from '../../../src/plane/decode/decode-object.js';
import { parseFieldSelector } from '../../../src/plane/selectors/field-selector.js';
import { parseLabelSelector } from '../../../src/plane/selectors/label-selector.js';
import { parseYaml, parseYamlExact } from '../../../src/plane/yaml.js';
import { deepFreeze } from '../../../src/runtime/cache/store/freeze.js';
import { parseKubeConfig } from '../../../src/runtime/client/config/kube-config-file.js';
import { apiErrorFrom } from '../../../src/runtime/client/requests/api-error.js';
import { redactFields } from '../../../src/runtime/log/redact.js';
import { hideSecrets } from '../../../src/runtime/log/secret-texts.js';
import { isEqual } from '../../../src/runtime/object/equality.js';
import { diffMergePatch } from '../../../src/runtime/object/merge-patch.js';
import { mutable } from '../../../src/runtime/object/readonly.js';
import { parseAdmissionReview } from '../../../src/runtime/webhook/admission/admission-review.js';
import { schemaViolations } from '../../../src/runtime/webhook/recall/schema-violations.js';
import { fromYaml, parseAllDocuments, toYaml } from '../../../src/yaml.js';

const original = RegExp.prototype.exec;
// oxlint-disable-next-line no-extend-native -- all methods of regular expressions go through `exec`.
RegExp.prototype.exec = function exec(this: RegExp, text: string) {
  const fresh = new RegExp(this.source, this.flags);
  fresh.lastIndex = this.lastIndex;
  const found = original.call(fresh, text);
  this.lastIndex = fresh.lastIndex;
  return found;
};

const schema = { type: 'object', additionalProperties: { type: 'string', pattern: '^(a+)+$' } } as const;
const value = (text: string): object => JSON.parse(text) as object;

/** What reads texts or objects of others. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a kubeconfig': (text) => parseKubeConfig(text, 'config'),
  'YAML of the plane': (text) => parseYaml(text, 'body'),
  'YAML of the plane with digits': (text) => parseYamlExact(text, 'body'),
  'YAML of a project': fromYaml,
  'YAML documents': (text) => parseAllDocuments(text).map((document) => document.toJS() as unknown),
  'YAML that is written': (text) => toYaml(value(text)),
  JSON: parseExact,
  'JSON that is written': (text) => stringifyExact(value(text)),
  'a body of the plane': (text) => parseBody(text, 'A'),
  'an admission review': (text) => parseAdmissionReview(Buffer.from(text), 'application/json'),
  'an error of a server': (text) => apiErrorFrom(text, { status: 500, request: 'GET /', hint: undefined }),
  'a log text': hideSecrets,
  'a log field': (text) => redactFields({ value: value(text) }),
  'an object that is compared': (text) => isEqual(value(text), mutable<object>(value(text))),
  'an object that is frozen': (text) => deepFreeze(value(text)),
  'an object that is patched': (text) => diffMergePatch(value(text), {}),
  'an object and its schema': (text) => schemaViolations(value(text), schema),
  'an object and its schema in the plane': (text) => validateValue(value(text) as never, schema),
  'a JSON path': (text) => findByPath({}, text),
  'a path through JSON': (text) => findByPath(value(text), '..a'),
  'a CEL expression': (text) => compileCel(text, { self: DYN, a: DYN }),
  'a pattern': compilePattern,
  'a label selector': parseLabelSelector,
  'a field selector': parseFieldSelector,
  'a marker': (text) => parseValue(new Lexer(text), 'any'),
  'JSON in a marker': parseMarkerJson,
};

/** More than any parser that calls itself can go down. */
const levels = 2_000;

/** Openings of nested things, and their ends. */
const nests = [
  ['[', ']'],
  ['{"a":', '}'],
  ['{a: ', '}'],
  ['{', '}'],
  ['(', ')'],
  ['(?:a|', ')'],
  ['- ', ''],
  ['? ', ''],
  ['!', ''],
  ['-', ''],
  ['f(', ')'],
  ['[?(@.a==', ')]'],
  ['.a', ''],
] as const;

/** Calls from `depth` frames further down. */
function from(depth: number, run: () => unknown): unknown {
  return depth === 0 ? run() : [from(depth - 1, run)];
}

async function tried(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // Refused, or too deep: both are fine as long as the process lives.
  }
}

const [name = ''] = process.argv.slice(2);
const read = readers[name];
if (read === undefined) process.stdout.write(JSON.stringify(Object.keys(readers)));
else {
  for (const [open, close] of nests)
    for (let depth = 0; depth < 30; depth++) {
      const text = `${open.repeat(levels)}1${close.repeat(levels)}`;
      await tried(() => from(depth, () => read(text)));
    }
  process.stdout.write('lives');
}
