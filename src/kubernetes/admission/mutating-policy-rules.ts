/** What the API server requires of MutatingAdmissionPolicies and their bindings. */
import type { AdmissionScope, ResultSort } from '../cel/admission-types.js';
import type { Field } from '../field.js';
import { isSubdomain } from '../value/names.js';
import { expression, matchConditions } from './expressions.js';
import { matchResources } from './match-rules.js';
import { keepsMatchConditions, paramKind, paramReference, variables } from './policy-parts.js';

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** A MutatingAdmissionPolicy. */
export function mutatingPolicy(object: Field, before?: Field): void {
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
    onlyWrites(constraints);
  }
  if (!keepsMatchConditions(spec, before?.at('spec'))) matchConditions(spec.at('matchConditions'), { hasParams });
  const names = variables(spec.at('variables'), hasParams);
  const scope: AdmissionScope = { hasParams, hasPatches: true, variables: names };
  if (spec.at('mutations').size === 0) spec.at('mutations').required('mutations must contain at least one item');
  for (const item of spec.at('mutations').items) mutation(item, scope);
  spec.at('reinvocationPolicy').needsOneOf(['IfNeeded', 'Never']);
}

/** Nothing is left to change of an object that is deleted. */
function onlyWrites(resources: Field): void {
  const place = resources.at('resourceRules').at('operations');
  for (const rule of resources.at('resourceRules').items)
    for (const { value } of rule.at('operations').items) place.with(value).oneOf(OPERATIONS);
}

/** By patch type: its field, the other one, and what its expression makes. */
const PATCHES: Readonly<Record<string, readonly [field: string, other: string, sort: ResultSort]>> = {
  ApplyConfiguration: ['applyConfiguration', 'jsonPatch', 'Object'],
  JSONPatch: ['jsonPatch', 'applyConfiguration', 'list(JSONPatch)'],
};

function mutation(item: Field, scope: AdmissionScope): void {
  const patchType = item.at('patchType').needsOneOf(Object.keys(PATCHES)).text;
  const patch = Object.hasOwn(PATCHES, patchType) ? PATCHES[patchType] : undefined;
  if (patch === undefined) return;
  const [field, other, sort] = patch;
  const text = item.at(field).at('expression');
  if (!item.at(field).isSet) item.at(field).required(`must be specified when patchType is ${patchType}`);
  else if (text.text.trim() === '') text.required();
  else expression(text.with(text.text.trim()), scope, [sort]);
  if (item.at(other).isSet)
    item.at(other).invalid(`must not be specified when patchType is ${patchType}`, `{${other}}`);
}

/** A MutatingAdmissionPolicyBinding. */
export function mutatingPolicyBinding(object: Field): void {
  const spec = object.at('spec');
  spec.at('policyName').needs(isSubdomain);
  if (spec.at('paramRef').isSet) paramReference(spec.at('paramRef'));
  matchResources(spec.at('matchResources'));
  onlyWrites(spec.at('matchResources'));
}
