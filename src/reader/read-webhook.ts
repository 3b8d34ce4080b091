/** `+kubebuilder:webhook` → webhooks. */
import { argumentOf } from '../markers/resolve.js';
import { parseJson } from '../markers/json.js';
import type { JsonValue } from '../model/schema.js';
import type { AdmissionWebhook, WebhookConfigurationName } from '../model/webhook.js';
import { originOf, type PlacedMarker } from './comments/node-markers.js';

/** The webhook that a marker states, or `undefined` when it is wrong; `report` has been called then. */
export function readWebhook(marker: PlacedMarker, report: (message: string) => void): AdmissionWebhook | undefined {
  const problems: string[] = [];
  const isMutating = argumentOf(marker, 'mutating') === true;
  const text = (name: string): string | undefined => textOf(argumentOf(marker, name));
  const choose = (name: string, allowed: readonly string[]): string | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    const match = allowed.find((candidate) => candidate.toLowerCase() === value.toLowerCase());
    if (match === undefined) problems.push(`the value "${value}" of ${name} is not one of ${allowed.join(', ')}`);
    return match;
  };
  const failurePolicy = choose('failurePolicy', ['Fail', 'Ignore']);
  const matchPolicy = choose('matchPolicy', ['Exact', 'Equivalent']);
  const sideEffects = choose('sideEffects', ['None', 'NoneOnDryRun', 'Some', 'Unknown']);
  const reinvocationPolicy = choose('reinvocationPolicy', ['Never', 'IfNeeded']);
  if (reinvocationPolicy !== undefined && !isMutating)
    problems.push('reinvocationPolicy is for mutating webhooks only');
  const timeoutSeconds = argumentOf(marker, 'timeoutSeconds');
  const versions = texts(argumentOf(marker, 'webhookVersions'));
  const unsupported = versions.find((version) => version !== 'v1');
  if (unsupported !== undefined)
    problems.push(`the webhook version "${unsupported}" is not supported; there is only v1`);
  const admissionReviewVersions = texts(argumentOf(marker, 'admissionReviewVersions'));
  if (admissionReviewVersions.length === 0) problems.push('admissionReviewVersions must not be empty');
  const patch = readPatch(text('patch'), problems);
  checkPatched(patch?.['sideEffects'] ?? text('sideEffects'), patch?.['timeoutSeconds'] ?? timeoutSeconds, problems);
  for (const name of ['groups', 'resources', 'verbs', 'versions'])
    if (texts(argumentOf(marker, name)).length === 0) problems.push(`${name} must not be empty`);
  const client = readClient(marker, text, problems);
  const verbs = texts(argumentOf(marker, 'verbs')).map((verb) => verb.toUpperCase());
  const unknownVerb = verbs.find((verb) => !VERBS.includes(verb));
  if (unknownVerb !== undefined)
    problems.push(`the verb "${unknownVerb.toLowerCase()}" is not one of ${VERBS.join(', ').toLowerCase()}`);
  if (verbs.includes('*') && verbs.length > 1) problems.push('the verb "*" means all verbs: write it alone');
  for (const problem of problems) report(problem);
  if (problems.length > 0 || client === undefined || failurePolicy === undefined) return undefined;
  return {
    isMutating,
    name: text('name') ?? '',
    failurePolicy,
    ...(matchPolicy !== undefined && { matchPolicy }),
    ...(sideEffects !== undefined && { sideEffects }),
    ...(typeof timeoutSeconds === 'number' && timeoutSeconds > 0 && { timeoutSeconds }),
    groups: texts(argumentOf(marker, 'groups')).map((group) => (group === 'core' ? '' : group)),
    resources: texts(argumentOf(marker, 'resources')),
    verbs,
    versions: texts(argumentOf(marker, 'versions')),
    client,
    admissionReviewVersions,
    ...(reinvocationPolicy !== undefined && { reinvocationPolicy }),
    ...(patch !== undefined && { patch }),
    origin: originOf(marker),
  };
}

/** What a patch says counts, as it is applied last. */
function checkPatched(
  sideEffects: JsonValue | undefined,
  timeoutSeconds: JsonValue | undefined,
  problems: string[],
): void {
  if (sideEffects === undefined) problems.push('sideEffects is missing; write sideEffects=None');
  else if (typeof sideEffects === 'string' && /^(?:some|unknown)$/i.test(sideEffects))
    problems.push('sideEffects must be None or NoneOnDryRun');
  if (typeof timeoutSeconds === 'number' && (timeoutSeconds < 0 || timeoutSeconds > 30))
    problems.push('timeoutSeconds must be between 1 and 30');
}

const VERBS = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'];

function readPatch(text: string | undefined, problems: string[]): { readonly [key: string]: JsonValue } | undefined {
  if (text === undefined) return undefined;
  try {
    const value = parseJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as { readonly [key: string]: JsonValue };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  problems.push('patch is not a JSON object; write it between backticks');
  return undefined;
}

function readClient(
  marker: PlacedMarker,
  text: (name: string) => string | undefined,
  problems: string[],
): AdmissionWebhook['client'] | undefined {
  const path = text('path');
  const url = text('url');
  if ((path === undefined) === (url === undefined)) {
    problems.push('exactly one of path and url is needed');
    return undefined;
  }
  if (url !== undefined) {
    if (!url.startsWith('https://')) problems.push(`the url "${url}" must begin with https://`);
    return { url };
  }
  const port = argumentOf(marker, 'servicePort');
  return {
    path: path ?? '',
    serviceName: text('serviceName') ?? 'webhook-service',
    serviceNamespace: text('serviceNamespace') ?? 'system',
    ...(typeof port === 'number' && { port }),
  };
}

/** The name that a marker gives to a webhook configuration. */
export function readWebhookConfiguration(marker: PlacedMarker): WebhookConfigurationName {
  const isMutating = argumentOf(marker, 'mutating') === true;
  const name = textOf(argumentOf(marker, 'name')) ?? '';
  return { isMutating, name, origin: originOf(marker) };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
