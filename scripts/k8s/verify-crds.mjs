/** Asks a real API server whether it takes each schema in a CustomResourceDefinition; takes out the rules it refuses. */
import { withApiServer } from './control-plane.mjs';

const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All';
const WORKERS = 4;

/** Changes `schemas` (subpath → name → schema) in place and returns what was taken out. */
export async function excludeRefusedRules(schemas) {
  const entries = Object.entries(schemas).flatMap(([subpath, byName]) =>
    Object.entries(byName).map(([name, schema]) => ({ id: `${subpath}.${name}`, schema })),
  );
  const exclusions = [];
  await withApiServer([], async ({ call }) => {
    const pending = entries.values();
    const work = async () => {
      for (const entry of pending) exclusions.push(...(await makeAcceptable(call, entry)));
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
  });
  const key = ({ type, path, rule }) => `${type} ${path} ${rule}`;
  return exclusions.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function makeAcceptable(call, { id, schema }) {
  const exclusions = [];
  for (let round = 0; round < 10; round++) {
    const { status, body } = await call('POST', PATH, definition(withoutDescriptions(schema)));
    if (status < 300) return exclusions;
    const found = (body.details?.causes ?? []).map((cause) => exclusionFor(schema, cause)).filter(Boolean);
    if (found.length === 0) throw new Error(`${id}: ${body.message}`);
    exclusions.push(...takeOut(id, found));
  }
  throw new Error(`${id}: still refused after ten rounds`);
}

/** Which part of the schema a cause is about, or nothing when it only follows from others. */
function exclusionFor(schema, { field, message }) {
  const steps =
    field.replace(/^spec\.validation\.openAPIV3Schema\.properties\[value\]\.?/, '').match(/[^.[\]]+|\[[^\]]*\]/g) ?? [];
  const reason = message.replace(/ within spec\.validation.*$/s, '').replace(/^\w+ value: /, '');
  const rule = steps.findIndex((step) => step === 'x-kubernetes-validations');
  if (rule >= 0 && /oldSelf cannot be used/.test(message)) {
    const owner = nodeAt(schema, steps.slice(0, rule));
    return {
      owner,
      keyword: 'x-kubernetes-validations',
      index: Number(steps[rule + 1].slice(1, -1)),
      path: steps.slice(0, rule),
      reason,
    };
  }
  const items = steps.lastIndexOf('items');
  if (items >= 0 && /is in x-kubernetes-list-map-keys/.test(message))
    return {
      owner: nodeAt(schema, steps.slice(0, items)),
      keyword: 'x-kubernetes-list-type',
      path: steps.slice(0, items),
      reason,
    };
  return undefined;
}

function nodeAt(schema, steps) {
  let node = schema;
  for (const step of steps) node = step.startsWith('[') ? node[step.slice(1, -1)] : node[step];
  return node;
}

function takeOut(type, found) {
  const exclusions = [];
  // From the back, so that numbers of rules stay right.
  for (const { owner, keyword, index, path, reason } of found.sort((a, b) => (b.index ?? 0) - (a.index ?? 0))) {
    const where = path.join('.').replaceAll('.[', '[');
    if (keyword === 'x-kubernetes-validations') {
      const [removed] = owner[keyword].splice(index, 1);
      exclusions.push({ type, path: where, keyword, rule: removed.rule, reason });
      if (owner[keyword].length === 0) delete owner[keyword];
    } else if (owner[keyword] !== undefined) {
      exclusions.push({
        type,
        path: where,
        keyword,
        rule: `${owner[keyword]} by ${owner['x-kubernetes-list-map-keys'].join()}`,
        reason,
      });
      delete owner[keyword];
      delete owner['x-kubernetes-list-map-keys'];
    }
  }
  return exclusions;
}

function definition(schema) {
  const names = { kind: 'Holder', listKind: 'HolderList', plural: 'holders', singular: 'holder' };
  const openAPIV3Schema = { type: 'object', properties: { value: schema } };
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'holders.kbts.dev' },
    spec: { group: 'kbts.dev', names, scope: 'Namespaced', versions },
  };
}

/** Requests stay small without them. */
function withoutDescriptions(node) {
  if (Array.isArray(node)) return node.map(withoutDescriptions);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(
    ([keyword, value]) => keyword !== 'description' || typeof value !== 'string',
  );
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutDescriptions(value)]));
}
