/** What the real controller-gen makes of every Go type when a CustomResourceDefinition embeds it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binaries } from './control-plane.mjs';
import { MODULE } from './model.mjs';

/** Markers in the sources of Kubernetes that controller-gen cannot use; the schemas stand without them. */
const KNOWN_COMPLAINTS = [
  /must apply listType to an array, found string$/, // []byte is a string
  /must apply listMapKey to an associative-list$/,
];

/** Returns a map from subpath to a map from type name to schema. `refused` are the types to leave alone. */
export function coreSchemas(packages, refused) {
  const folder = mkdtempSync(join(tmpdir(), 'kbts-embed-'));
  try {
    for (const name of ['go.mod', 'go.sum']) copyFileSync(join(MODULE, name), join(folder, name));
    const read = packages.map((source) => ({ ...source, types: embeddable(source, refused) }));
    for (const source of read) writeHolder(folder, source);
    const full = controllerGen(folder, true);
    verifyObjectMeta(full, controllerGen(folder, false));
    return bySubpath(read, full);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const embeddable = ({ subpath, types }, refused) => types.filter(({ name }) => !refused.has(`${subpath}.${name}`));
const holderOf = (path) => path.replaceAll(/[^a-z0-9]/g, '-');

/** A root kind with one field per type. Fields have no docs, so the docs of the types show. */
function writeHolder(folder, { path, types }) {
  const fields = types.map(({ name }) => `\tF${name} api.${name} \`json:"${name},omitempty"\`\n`).join('');
  mkdirSync(join(folder, 'holders', holderOf(path)), { recursive: true });
  writeFileSync(
    join(folder, 'holders', holderOf(path), 'types.go'),
    `// +groupName=${holderOf(path)}.kbts.dev
// +versionName=v1
package holder

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	api "${path}"
)

// +kubebuilder:object:root=true
type Holder struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`
${fields}}
`,
  );
}

function controllerGen(folder, generateEmbeddedObjectMeta) {
  const output = join(folder, `crds-${generateEmbeddedObjectMeta}`);
  const run = spawnSync(
    join(binaries(), 'controller-gen'),
    [`crd:generateEmbeddedObjectMeta=${generateEmbeddedObjectMeta}`, 'paths=./holders/...', `output:crd:dir=${output}`],
    { cwd: folder, encoding: 'utf8' },
  );
  if (run.error) throw run.error;
  const complaints = run.stderr.split('\n').filter((line) => /\.go:\d+:\d+: /.test(line));
  const unknown = complaints.filter((line) => !KNOWN_COMPLAINTS.some((known) => known.test(line)));
  if (unknown.length > 0) throw new Error(`controller-gen says:\n${unknown.join('\n')}`);
  const files = readdirSync(output).map((name) => join(output, name));
  const json = execFileSync('go', ['run', './yamljson', ...files], {
    cwd: MODULE,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const holders = Object.entries(JSON.parse(json));
  return new Map(holders.map(([file, properties]) => [/([^/]+)\.kbts\.dev_holders\.yaml$/.exec(file)[1], properties]));
}

function bySubpath(packages, holders) {
  const schemas = {};
  for (const { path, subpath, types } of packages)
    for (const { name } of types) (schemas[subpath] ??= {})[name] = holders.get(holderOf(path))[name];
  return schemas;
}

/** The stored schemas describe embedded metadata; src/core-schemas takes it out again where that is not wanted. */
function verifyObjectMeta(full, bare) {
  for (const [holder, properties] of full)
    for (const [name, schema] of Object.entries(properties)) {
      const actual = JSON.stringify(withoutObjectMeta(schema));
      if (actual !== JSON.stringify(bare.get(holder)[name]))
        throw new Error(`${holder} ${name}: leaving out metadata does not give what controller-gen gives`);
    }
}

const OBJECT_META = 'annotations,finalizers,labels,name,namespace';

/** As src/core-schemas/core-table.ts does it. */
function withoutObjectMeta(node) {
  if (Array.isArray(node)) return node.map(withoutObjectMeta);
  if (typeof node !== 'object' || node === null) return node;
  const isObjectMeta = node.type === 'object' && Object.keys(node.properties ?? {}).join() === OBJECT_META;
  const kept = Object.entries(node).filter(([keyword]) => !(isObjectMeta && keyword === 'properties'));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutObjectMeta(value)]));
}
