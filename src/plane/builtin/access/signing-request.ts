/** CertificateSigningRequests. */
import { isDnsLabel, isSubdomain } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { certificateProblem, requestProblem } from './pem.js';
import type { JsonValue } from '../../../kubernetes/json/json-value.js';

const USAGES = (
  'any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher only,' +
  'digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,' +
  'key encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping'
).split(',');

const DECISIONS = ['Approved', 'Denied'];

/** Checks of CertificateSigningRequest. */
export const signingRequest: KindChecks = {
  spec: (object, before) => {
    const spec = object.at('spec');
    const problem = requestProblem(spec.at('request').text);
    if (problem !== undefined) spec.at('request').invalid(problem, spec.at('request').value ?? null);
    usages(spec.at('usages'));
    const signer = spec.at('signerName');
    if (signer.text === 'kubernetes.io/legacy-unknown') {
      signer.invalid('the legacy signerName is not allowed via this API version');
    } else signerName(signer);
    const seconds = spec.at('expirationSeconds');
    if (seconds.isSet && seconds.number < 600) {
      seconds.invalid('may not specify a duration less than 600 seconds (10 minutes)');
    }
    if (before === undefined) conditions(object.at('status').at('conditions'));
  },
  status: (object, before, subresource) => {
    const [now, then] = [object.at('status'), before.at('status')];
    conditions(now.at('conditions'));
    certificates(now.at('certificate'), then.at('certificate'), subresource);
    lasting(now.at('conditions'), then.at('conditions'), subresource);
  },
};

/** A decision stays; only approvers decide. */
function lasting(now: Field, then: Field, subresource: string): void {
  const listOf = (field: Field, type: string): JsonValue[] =>
    field.items.filter((item) => item.at('type').text === type).map((item) => item.value ?? null);
  for (const type of [...DECISIONS, 'Failed']) {
    if (listOf(now, type).length < listOf(then, type).length) {
      now.forbidden(`updates may not remove a condition of type ${JSON.stringify(type)}`);
    }
  }
  if (subresource === 'approval') return;
  for (const type of DECISIONS) {
    if (listOf(now, type).length > listOf(then, type).length) {
      now.forbidden(`updates may not add a condition of type ${JSON.stringify(type)}`);
    }
  }
}

/** What a signer stores: certificates in PEM, once. */
function certificates(now: Field, then: Field, subresource: string): void {
  if (now.text === then.text) return;
  const problem = certificateProblem(now.text);
  if (problem !== undefined && certificateProblem(then.text) === undefined) now.invalid(problem, '<certificate data>');
  if (subresource !== 'status') now.forbidden('updates may not set certificate content');
  else if (then.text !== '') now.forbidden('updates may not modify existing certificate content');
}

function usages(field: Field): void {
  if (field.size === 0) field.required();
  const seen = new Set<string>();
  for (const usage of field.items) {
    usage.oneOf(USAGES);
    if (seen.has(usage.text)) usage.duplicate();
    seen.add(usage.text);
  }
}

/** `example.com/name`. */
export function signerName(field: Field): void {
  if (field.text === '') return void field.required();
  const [domain = '', path, ...rest] = field.text.split('/');
  if (path === undefined || rest.length > 0) {
    return void field.invalid("must be a fully qualified domain and path of the form 'example.com/signer-name'");
  }
  if (domain.length > 253) field.tooLong(253);
  const labels = domain.split('.');
  const wrong = labels.find((label) => isDnsLabel(label).length > 0);
  if (wrong !== undefined) {
    for (const why of isDnsLabel(wrong)) field.invalid(`validating label ${JSON.stringify(wrong)}: ${why}`, domain);
  }
  if (labels.length < 2) field.invalid('should be a domain with at least two segments separated by dots', domain);
  const wrongPart = path.split('.').find((label) => isSubdomain(label).length > 0);
  if (wrongPart !== undefined) {
    for (const why of isSubdomain(wrongPart))
      field.invalid(`validating label ${JSON.stringify(wrongPart)}: ${why}`, path);
  }
  if (path.length > 253 + 63 + 1) field.tooLong(253 + 63 + 1);
}

function conditions(field: Field): void {
  const seen = new Set<string>();
  for (const item of field.items) {
    const [type, status] = [item.at('type'), item.at('status')];
    if (type.text === '') type.required();
    const isTrueOnly = [...DECISIONS, 'Failed'].includes(type.text);
    status.needsOneOf(isTrueOnly ? ['True'] : ['False', 'True', 'Unknown']);
    if (seen.has(type.text)) type.duplicate(type.text);
    seen.add(type.text);
  }
  const decisions = DECISIONS.map((type) => `conditions[{"type": "${type}"}]`);
  if (!DECISIONS.every((type) => seen.has(type))) return;
  const fields = decisions.map((decision) => `\`${decision}\``).join(', ');
  field.invalid(`must specify at most one of: ${fields}`, `{${decisions.join(', ')}}`);
}
