/** How to delete: the options of DELETE, from body and query. */
import { badRequest } from '../api-status.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { unsupportedOption, type ResourceRequest } from './resource-request.js';

const POLICIES = ['Foreground', 'Background', 'Orphan', 'nil'];

/** DeleteOptions after parsing. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: string;
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string };
  readonly isDryRun: boolean;
  /** Set when admission has judged the request that deletes, such as an eviction. */
  readonly isAdmitted?: boolean;
  /** Set for one of a collection: webhooks learn no name. */
  readonly isOneOfMany?: boolean;
}

/** Reads DeleteOptions from body and query; throws 400 or 422. */
export function deleteOptions(request: ResourceRequest): DeleteOptions {
  const { query } = request.info;
  const body = parseOptions(request.body);
  const dryRun = [...query.getAll('dryRun'), ...(Array.isArray(body['dryRun']) ? body['dryRun'] : [])];
  if (dryRun.some((value) => value !== 'All'))
    throw unsupportedOption('DeleteOptions', 'dryRun', JSON.stringify(dryRun), ['All']);
  const policy = body['propagationPolicy'] ?? query.get('propagationPolicy') ?? legacyPolicy(body, query);
  if (policy !== undefined && policy !== null && !POLICIES.includes(String(policy))) {
    throw unsupportedOption('DeleteOptions', 'propagationPolicy', JSON.stringify(policy), POLICIES);
  }
  const grace = body['gracePeriodSeconds'] ?? query.get('gracePeriodSeconds') ?? undefined;
  const preconditions = isObject(body['preconditions']) ? body['preconditions'] : {};
  return {
    ...(grace === undefined ? {} : { gracePeriodSeconds: Number(grace) }),
    ...(typeof policy === 'string' ? { propagationPolicy: policy } : {}),
    preconditions: preconditions,
    isDryRun: dryRun.length > 0,
  };
}

function legacyPolicy(body: JsonObject, query: URLSearchParams): string | undefined {
  const orphan = body['orphanDependents'] ?? query.get('orphanDependents') ?? undefined;
  if (orphan === undefined) return undefined;
  return String(orphan) === 'true' ? 'Orphan' : 'Background';
}

function parseOptions(body: string): JsonObject {
  if (body.trim() === '') return {};
  let value: JsonValue;
  try {
    value = JSON.parse(body) as JsonValue;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw badRequest(
      `the object provided is unrecognized (must be of type DeleteOptions): couldn't get version/kind; json parse error: unexpected end of JSON input (${body})`,
    );
  }
  return isObject(value) ? value : {};
}
