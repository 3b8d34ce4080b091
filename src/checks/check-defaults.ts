/** Defaults that are filled in only when an object above them is given, which surprises many. */
import type { KindVersion } from '../model/api.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { atNode } from './report.js';
import { type SchemaNode, walkSchema } from './schema-walk.js';

/** A note for every optional object without a default whose fields have defaults. */
export function checkDefaults(kind: KindVersion): Diagnostic[] {
  const found: Diagnostic[] = [];
  walkSchema(kind.schema, (node) => {
    const names = defaultedFields(node);
    if (names.length === 0 || !mayBeMissing(node)) return;
    const [shown, verb] =
      names.length === 1 ? [`the default of ${names[0] ?? ''}`, 'is'] : [`the defaults of ${names.join(', ')}`, 'are'];
    found.push(
      atNode(kind, node, 'default', {
        severity: 'note',
        code: 'default-unreachable',
        message: `${shown} ${verb} filled in only when ${node.path} is given`,
        fix: `give ${node.path} a default of its own ${wayOut(node)}, if you want the fields to always be there`,
      }),
    );
  });
  return found;
}

/** A default must name every required field: the API server fills in none of their defaults there. */
function wayOut({ schema: { required = [] } }: SchemaNode): string {
  return required.length === 0 ? 'with +kubebuilder:default={}' : `that names ${required.join(', ')}`;
}

function defaultedFields({ schema }: SchemaNode): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    field.default === undefined ? [] : [name],
  );
}

/** Items and values exist when they are given; the status is written by controllers. */
function mayBeMissing({ schema, path, parent }: SchemaNode): boolean {
  if (parent === undefined || schema.default !== undefined || /^status\b/.test(path)) return false;
  const name = Object.entries(parent.schema.properties ?? {}).find(([, child]) => child === schema)?.[0];
  return name !== undefined && !(parent.schema.required ?? []).includes(name);
}
