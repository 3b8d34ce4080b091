/** Calls about a kind: tells "no such object" from "no such kind". */
import type { KindInfo } from '../../object/kind.js';
import { ApiError, NoKindMatchError } from './api-error.js';
import { callJson, type JsonCall } from './json-call.js';
import type { Transport } from '../connection/transport.js';

/**
 * Rejects with `NoKindMatchError` when the server does not serve the path at all: as plain "not found" a missing CRD would
 * look like a missing object.
 */
export async function callKind(transport: Transport, kind: KindInfo, call: JsonCall): Promise<unknown> {
  try {
    return await callJson(transport, call);
  } catch (error) {
    throw isUnserved(error) ? new NoKindMatchError(kind.gvk, transport.server) : error;
  }
}

/** The server's router answers without a Status, or with one whose details name nothing; a missing object is named. */
function isUnserved(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 404) return false;
  const { kind, details } = error.status;
  return kind !== 'Status' || (details !== undefined && !details.name);
}
