/** What the API server requires of ValidatingAdmissionPolicies and their bindings. */
import { isSubdomain, qualifiedNameProblems } from '../value/names.js';
import type { AdmissionScope } from '../cel/admission-types.js';
import type { Field } from '../field.js';
import { expression, matchConditions } from './expressions.js';
import { matchResources } from './match-rules.js';
import { keepsMatchConditions, paramKind, paramReference, variables } from './policy-parts.js';

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
