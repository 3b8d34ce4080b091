/** Shortens descriptions, for CRDs that would be too large. */
import type { JsonSchema } from '../model/schema.js';

/** The schema with no description longer than `limit` bytes; 0 removes them. */
export function limitDescriptions(schema: JsonSchema, limit: number): JsonSchema {
  const { description, ...rest } = schema;
  const shortened = description === undefined || limit === 0 ? undefined : shorten(description, limit);
  const each = (child: JsonSchema): JsonSchema => limitDescriptions(child, limit);
  return {
    ...rest,
    ...(shortened !== undefined && { description: shortened }),
    ...(schema.properties && {
      properties: Object.fromEntries(Object.entries(schema.properties).map(([name, child]) => [name, each(child)])),
    }),
    ...(typeof schema.additionalProperties === 'object' && { additionalProperties: each(schema.additionalProperties) }),
    ...(schema.items && { items: each(schema.items) }),
  };
}

/** Ends at a sentence where that is possible, else at a word. */
export function shorten(text: string, limit: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= limit) return text;
  // A cut through a character leaves a replacement sign at the end.
  const cut = bytes
    .subarray(0, limit)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
  const sentence = /^.*[.!?\u0589\u061f\u06d4\u0964\u3002\uff01\uff0e\uff1f]/su.exec(cut)?.[0];
  if (sentence !== undefined) return sentence;
  const word = /^(.*)\s/su.exec(cut)?.[1];
  return `${word ?? cut}...`;
}
