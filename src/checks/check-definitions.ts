/** The last check: what the API server would say to the CRDs as they were emitted. */
import { groupKinds } from '../emitter/crd.js';
import type { EmittedFile } from '../emitter/emit.js';
import { findingPlace } from '../kubernetes/crd/finding-place.js';
import { newDefinitionFindings } from '../kubernetes/crd/new-definition.js';
import type { Finding } from '../kubernetes/finding.js';
import { int64 } from '../kubernetes/json/exact-integers.js';
import type { JsonObject } from '../kubernetes/json/json-value.js';
import type { KindVersion } from '../model/api.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { ApiModel } from '../model/model.js';
import { at, atNode } from './report.js';
import type { SchemaNode } from './schema-walk.js';

/** An error at its source for everything that the API server would reject. */
export function checkDefinitions(files: readonly EmittedFile[], model: ApiModel): Diagnostic[] {
  const kinds = new Map(groupKinds(model.kinds).map((group) => [`${group.kind}.${group.group}`, group.versions]));
  return files.flatMap(({ objects }) =>
    objects.flatMap((object) => {
      if (object['kind'] !== 'CustomResourceDefinition') return [];
      const { group, names } = object['spec'] as { group: string; names: { kind: string } };
      const versions = kinds.get(`${names.kind}.${group}`) ?? [];
      return newDefinitionFindings(withDigits(object) as JsonObject).map((finding) => placed(finding, versions));
    }),
  );
}

/** Integers beyond 2^53 as the API server's rules read them; everything else as it is. */
function withDigits(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let copy: object | undefined;
  for (const [key, member] of Object.entries(value)) {
    const changed = withDigits(member);
    if (changed === member && typeof member !== 'bigint') continue;
    copy ??= Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    if (typeof member === 'bigint') int64.set(copy, key, member);
    else Reflect.set(copy, key, changed);
  }
  return copy ?? value;
}

function placed(finding: Finding, versions: readonly KindVersion[]): Diagnostic {
  const place = findingPlace(finding.field);
  const [, list, index] = place;
  const version = list === 'versions' && typeof index === 'number' ? versions[index] : undefined;
  const kind = version ?? versions[0];
  const report = {
    severity: 'error' as const,
    code: 'crd-rejected' as const,
    message: `the API server rejects the CRD${kind ? ` of ${kind.kind}` : ''}: ${finding.field}: ${shorten(finding.message)}`,
    fix: 'change the type or the marker at this place',
  };
  if (!kind) return report;
  // versions, index, schema, openAPIV3Schema, and then the schema itself
  const node = place[3] === 'schema' ? nodeAt(kind, place.slice(5)) : undefined;
  return node ? atNode(kind, node.node, node.keyword, report) : at(kind.origin, report);
}

/** The node that a path leads to, and the keyword at its end. */
function nodeAt(kind: KindVersion, path: readonly (string | number)[]): { node: SchemaNode; keyword: string } {
  let node: SchemaNode = { schema: kind.schema, path: '', isCorrelatable: true };
  let rest = path;
  for (;;) {
    const [word, name] = rest;
    const { schema } = node;
    const property = word === 'properties' ? schema.properties?.[String(name)] : undefined;
    const values = word === 'additionalProperties' ? schema.additionalProperties : undefined;
    const child = property ?? (word === 'items' ? schema.items : typeof values === 'object' ? values : undefined);
    if (!child) return { node, keyword: String(word ?? '') };
    node = { schema: child, path: '', parent: node, isCorrelatable: true };
    rest = rest.slice(property ? 2 : 1);
  }
}

/** How much of each end of a long message is kept. */
const END = 150;

/** Messages start with the rejected value, which may be long, and end with the reason. */
function shorten(text: string): string {
  return text.length > 2 * END ? `${text.slice(0, END)}…${text.slice(-END)}` : text;
}
