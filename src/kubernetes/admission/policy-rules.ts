/** What the API server requires of ValidatingAdmissionPolicies and their bindings. */
import { isDns1035Label, isPathSegment, isSubdomain, qualifiedNameProblems } from '../value/names.js';
import type { AdmissionScope } from '../cel/admission-types.js';
import type { Type } from '../cel/check/types.js';
import type { Field } from '../field.js';
import { labelSelector } from '../selector/selector-rules.js';
import { expression, matchConditions } from './expressions.js';
import { matchResources } from './match-rules.js';

const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** A ValidatingAdmissionPolicy. */
export function validatingPolicy(object: Field, before?: Field): void {
  const spec = object.at('spec');
  if (!spec.at('failurePolicy').isSet) spec.at('failurePolicy').required();
  else spec.at('failurePolicy').oneOf(['Fail', 'Ignore']);
  const hasParams = spec.at('paramKind').isSet;
  if (hasParams) paramKind(spec.at('paramKind'));
  const constraints = spec.at('matchConstraints');
  if (!constraints.isSet) constraints.required();
  else {
    matchResources(constraints);
    if (constraints.at('resourceRules').size === 0) constraints.at('resourceRules').required();
  }
  if (!keepsMatchConditions(spec, before?.at('spec'))) matchConditions(spec.at('matchConditions'), { hasParams });
  const names = variables(spec.at('variables'), hasParams);
  const scope: AdmissionScope = spec.at('variables').size > 0 ? { hasParams, variables: names } : { hasParams };
  conclusions(object, scope);
}

/** Match conditions that an update leaves alone are not checked again. */
function keepsMatchConditions(spec: Field, before: Field | undefined): boolean {
  if (before === undefined) return false;
  return ['paramKind', 'matchConditions'].every((key) => spec.at(key).equals(before.at(key)));
}

function variables(field: Field, hasParams: boolean): ReadonlyMap<string, Type> {
  const known = new Map<string, Type>();
  for (const item of field.items) {
    const [name, value] = [item.at('name'), item.at('expression')];
    if (name.text.trim() === '') name.required('name is not specified');
    else if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name.text) || RESERVED.has(name.text)) {
      name.invalid('must be a valid CEL identifier');
    }
    if (value.text.trim() === '') value.required('expression is not specified');
    else known.set(name.text, expression(value, { hasParams, variables: new Map(known) }, []));
  }
  return known;
}

function conclusions(object: Field, scope: AdmissionScope): void {
  const spec = object.at('spec');
  const [validations, annotations] = [spec.at('validations'), spec.at('auditAnnotations')];
  if (validations.size === 0 && annotations.size === 0) {
    const why = 'validations or auditAnnotations must contain at least one item';
    validations.required(why);
    annotations.required(why);
    return;
  }
  for (const item of validations.items) validation(item, scope);
  if (annotations.size > 20) annotations.invalid('must not have more than 20 auditAnnotations');
  const keys = new Set<string>();
  for (const item of annotations.items) {
    const [key, value] = [item.at('key'), item.at('valueExpression')];
    const name = object.at('metadata').at('name').text;
    for (const why of qualifiedNameProblems(`${name}/${key.text}`)) key.invalid(why, `${name}/${key.text}`);
    if (value.text.trim() === '') value.required('valueExpression is not specified');
    else if (value.text.trim().length > 5 * 1024) value.required('must not exceed 5120 bytes in length');
    else expression(value, scope, ['string', 'null'], value.text.trim());
    if (keys.has(key.text)) key.duplicate(key.text);
    keys.add(key.text);
  }
}

function validation(item: Field, scope: AdmissionScope): void {
  const [text, messageText, message] = [item.at('expression'), item.at('messageExpression'), item.at('message')];
  if (text.text.trim() === '') text.required('expression is not specified');
  else expression(text, scope, ['bool']);
  if (messageText.text !== '' && messageText.text.trim() === '') messageText.invalid('must be non-empty if specified');
  else if (messageText.text !== '') expression(messageText, { ...scope, hasAuthorizer: false }, ['string']);
  if (message.text !== '' && message.text.trim() === '') message.invalid('must be non-empty if specified');
  else if (/[\n\r]/.test(message.text.trim())) message.invalid('must not contain line breaks');
  item.at('reason').mayBeOneOf(['Forbidden', 'Invalid', 'RequestEntityTooLarge']);
}

function paramKind(field: Field): void {
  const [version, kind] = [field.at('apiVersion'), field.at('kind')];
  const parts = version.text.split('/');
  if (version.text === '') version.required();
  else if (parts.length > 2) version.invalid(`unexpected GroupVersion string: ${version.text}`);
  else {
    const [name = '', group = ''] = [...parts].reverse();
    const groupProblems = group === '' ? [] : isSubdomain(group);
    if (groupProblems.length > 0) version.invalid(groupProblems.join(','), group);
    const problems = isDns1035Label(name);
    if (name === '') version.invalid('version must be specified');
    else if (problems.length > 0) version.invalid(problems.join(','), name);
  }
  const problems = isDns1035Label(kind.text.toLowerCase());
  if (kind.text === '') kind.required();
  else if (problems.length > 0) {
    kind.invalid(`may have mixed case, but should otherwise match: ${problems.join(',')}`);
  }
}

/** A ValidatingAdmissionPolicyBinding. */
export function validatingPolicyBinding(object: Field): void {
  const spec = object.at('spec');
  spec.at('policyName').needs(isSubdomain);
  if (spec.at('paramRef').isSet) paramReference(spec.at('paramRef'));
  matchResources(spec.at('matchResources'));
  const actions = spec.at('validationActions');
  const seen = new Set<string>();
  for (const action of actions.items) {
    action.oneOf(['Audit', 'Deny', 'Warn']);
    if (seen.has(action.text)) action.duplicate();
    seen.add(action.text);
  }
  if (seen.has('Deny') && seen.has('Warn')) {
    actions.invalid(
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    );
  }
  if (seen.size === 0) actions.required('at least one validation action is required');
}

function paramReference(field: Field): void {
  const [name, selector, action] = [field.at('name'), field.at('selector'), field.at('parameterNotFoundAction')];
  const why = 'name and selector are mutually exclusive';
  name.may(isPathSegment);
  if (name.text !== '' && selector.isSet) name.forbidden(why);
  labelSelector(selector);
  if (name.text !== '' && selector.isSet) selector.forbidden(why);
  if (name.text === '' && !selector.isSet) field.required('one of name or selector must be specified');
  action.needsOneOf(['Deny', 'Allow']);
}
