/** Admission plugins that every cluster has switched on. */
import type { ApiObject } from '../storage/api-object.js';
import { forbidden, type StatusError } from '../api-status.js';
import type { Authorizer } from '../access/authorizer.js';
import type { AdmissionAttempt, Backend } from '../backend.js';

/** What plugins look at in addition to the write. */
export interface PluginContext {
  readonly backend: Backend;
  readonly authorizer: Authorizer;
}

/** One plugin; both parts throw a StatusError to refuse. */
export interface AdmissionPlugin {
  /** Before webhooks change the object: the object with the plugin's own changes. */
  readonly admit?: (attempt: AdmissionAttempt, context: PluginContext) => ApiObject | undefined;
  /** After the object was checked. */
  readonly validate?: (attempt: AdmissionAttempt, context: PluginContext) => void;
}

/** 403 about the object of an attempt. */
export function refused({ type, name, object }: AdmissionAttempt, why: string): StatusError {
  const { generateName = '' } = object?.metadata ?? {};
  const shown = name === '' && generateName !== '' ? 'Unknown/generated name' : name;
  return forbidden(type, shown, why);
}
