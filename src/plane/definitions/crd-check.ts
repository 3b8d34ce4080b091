/** What the API server would say to a CustomResourceDefinition, without a server. */
import type { Finding } from '../../kubernetes/finding.js';
import { newDefinitionFindings } from '../../kubernetes/crd/new-definition.js';
import { StatusError } from '../api-status.js';
import { builtinTypes } from '../builtin/builtin-types.js';
import { decodeObject } from '../decode/decode-object.js';
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import type { ResourceType } from '../resources/resource-type.js';

let crdType: ResourceType | undefined;

/** All findings for a CRD that is new to the server; a value of the wrong type is the only one. */
export function checkCrd(value: JsonObject): Finding[] {
  crdType ??= builtinTypes().find(({ kind }) => kind === 'CustomResourceDefinition');
  if (crdType === undefined) throw new Error('the catalogue has no CustomResourceDefinition');
  try {
    return newDefinitionFindings(decodeObject(value, crdType, { validation: 'Ignore', warnings: [] }));
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return [{ reason: 'BadRequest', field: '', message: error.message }];
  }
}
