/** One request for a resource, after routing and authentication. */
import { StatusError } from '../api-status.js';
import type { RequestInfo } from '../http/request-info.js';
import type { ResourceType } from './resource-type.js';
import type { UserInfo } from '../access/user-info.js';

/** Everything that handlers need to know about a request. */
export interface ResourceRequest {
  readonly info: RequestInfo;
  readonly type: ResourceType;
  readonly user: UserInfo;
  readonly userAgent: string;
  readonly contentType: string;
  readonly accept: string;
  readonly body: string;
  /** Messages for `Warning` headers; handlers add to it. */
  readonly warnings: string[];
  /** Throws 403 unless the user may create the object: for updates and patches of what is not there. */
  authorizeCreate(): void;
}

/** Query options of writes. */
export interface WriteOptions {
  readonly isDryRun: boolean;
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  readonly force: boolean;
}

/** What happens with fields that the schema does not know. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

const MANAGER_LIMIT = 128;

/** Reads the options of a write; throws 422 on values that are not allowed. */
export function writeOptions(request: ResourceRequest, optionsKind: string): WriteOptions {
  const { query } = request.info;
  const dryRun = query.getAll('dryRun').filter((value) => value !== '');
  if (dryRun.some((value) => value !== 'All'))
    throw unsupportedOption(optionsKind, 'dryRun', JSON.stringify(dryRun), ['All']);
  const validation = query.get('fieldValidation') ?? '';
  if (!['', 'Ignore', 'Warn', 'Strict'].includes(validation)) {
    throw unsupportedOption(optionsKind, 'fieldValidation', JSON.stringify(validation), [
      '',
      'Ignore',
      'Strict',
      'Warn',
    ]);
  }
  return {
    isDryRun: dryRun.length > 0,
    fieldManager: query.get('fieldManager') || managerFromAgent(request.userAgent),
    fieldValidation: validation === '' ? 'Warn' : (validation as FieldValidation),
    force: query.get('force') === 'true',
  };
}

function managerFromAgent(userAgent: string): string {
  return (userAgent.split('/')[0] ?? '').slice(0, MANAGER_LIMIT) || 'unknown';
}

/** 422 for an option of the request itself. */
export function unsupportedOption(kind: string, field: string, shown: string, allowed: readonly string[]): StatusError {
  const list = allowed.map((value) => JSON.stringify(value)).join(', ');
  const text = `Unsupported value: ${shown}: supported values: ${list}`;
  return invalidOption(kind, [{ reason: 'FieldValueNotSupported', message: text, field }]);
}

/** 422 about options, with all findings. */
export function invalidOption(kind: string, causes: { reason: string; message: string; field: string }[]): StatusError {
  const texts = causes.map(({ field, message }) => `${field}: ${message}`);
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const message = `${kind}.meta.k8s.io "" is invalid: ${list}`;
  return new StatusError(422, 'Invalid', message, { group: 'meta.k8s.io', kind, causes });
}
