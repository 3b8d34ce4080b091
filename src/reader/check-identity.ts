/** Whether the literal types of `apiVersion` and `kind` say what the kind is really called. */
import type { JsonSchema } from '../model/schema.js';
import type { SchemaBuilder } from './schema/schema-builder.js';
import type { Member, Place } from './evaluate/type-ref.js';

/** Names of a kind as its folder and its type give them. */
export interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Warns where a literal disagrees: objects made by that type would be refused. */
export function checkIdentity(
  builder: SchemaBuilder,
  declared: { readonly members: readonly Member[]; readonly schema: JsonSchema; readonly place: Place },
  identity: Identity,
): void {
  for (const name of ['apiVersion', 'kind'] as const) {
    const values = declared.schema.properties?.[name]?.enum;
    if (values === undefined || values.includes(identity[name])) continue;
    const member = declared.members.find((candidate) => candidate.name === name);
    const given = values.map((value) => `"${String(value)}"`).join(' or ');
    builder.report(member?.declaration ?? declared.place, {
      severity: 'warning',
      code: 'kind-mismatch',
      message: `the type of ${name} is ${given}, but the kind is "${identity[name]}"`,
      fix: `write ${name}: '${identity[name]}', or leave the field to CustomResource`,
    });
  }
}
