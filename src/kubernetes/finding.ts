/** What validation finds, in the words of the API server. */
import type { JsonValue } from './json/json-value.js';

/** One finding: which rule a value breaks, and where. */
export type Finding = {
  /** As in `details.causes`, such as `FieldValueInvalid`. */
  readonly reason: string;
  /** The path of the value, such as `spec.versions[0].name`. */
  readonly field: string;
  /** In the words of the API server, such as `Invalid value: "x": must be empty`. */
  readonly message: string;
};

/** `Invalid value: "x": why`. */
export function invalidValue(field: string, value: JsonValue | undefined, why: string): Finding {
  return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${showValue(value)}: ${why}` };
}

/** `Required value`, with a reason when there is one. */
export function requiredValue(field: string, why = ''): Finding {
  return { reason: 'FieldValueRequired', field, message: why === '' ? 'Required value' : `Required value: ${why}` };
}

/** `Forbidden: why`. */
export function forbiddenValue(field: string, why: string): Finding {
  return { reason: 'FieldValueForbidden', field, message: `Forbidden: ${why}` };
}

/** `Unsupported value: "x": supported values: …`. */
export function unsupportedValue(field: string, value: JsonValue | undefined, allowed: readonly string[]): Finding {
  const list = allowed.map((entry) => JSON.stringify(entry)).join(', ');
  const message = `Unsupported value: ${showValue(value)}: supported values: ${list}`;
  return { reason: 'FieldValueNotSupported', field, message };
}

/** `Duplicate value: "x"`. */
export function duplicateValue(field: string, value: JsonValue | undefined): Finding {
  return { reason: 'FieldValueDuplicate', field, message: `Duplicate value: ${showValue(value)}` };
}

/** How the server prints a value inside a message. */
function showValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'null';
  // Go escapes the JSON of structs for HTML.
  return typeof value === 'object'
    ? JSON.stringify(value).replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
    : JSON.stringify(value);
}
