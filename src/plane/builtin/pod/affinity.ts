/** Where pods may run: affinity, spreading and tolerations. */
import { isDnsLabel, isSubdomain, labelValueProblems, qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';
import { labelSelector } from '../../../kubernetes/selector/selector-rules.js';

/** `affinity` of a pod. */
export function affinity(field: Field): void {
  const nodes = field.at('nodeAffinity');
  const required = nodes.at('requiredDuringSchedulingIgnoredDuringExecution');
  if (required.isSet) nodeSelector(required);
  for (const term of nodes.at('preferredDuringSchedulingIgnoredDuringExecution').items) {
    weight(term);
    nodeTerm(term.at('preference'), false);
  }
  for (const name of ['podAffinity', 'podAntiAffinity']) {
    const pods = field.at(name);
    for (const term of pods.at('requiredDuringSchedulingIgnoredDuringExecution').items) podTerm(term);
    for (const term of pods.at('preferredDuringSchedulingIgnoredDuringExecution').items) {
      weight(term);
      podTerm(term.at('podAffinityTerm'));
    }
  }
}

function weight(term: Field): void {
  const field = term.at('weight');
  if (field.number <= 0 || field.number > 100) field.invalid('must be in the range 1-100', field.number);
}

/** A selector of nodes; at least one term. */
export function nodeSelector(field: Field): void {
  const terms = field.at('nodeSelectorTerms');
  if (terms.size === 0) terms.required('must have at least one node selector term');
  for (const term of terms.items) nodeTerm(term, true);
}

function nodeTerm(term: Field, checksValues: boolean): void {
  for (const requirement of term.at('matchExpressions').items) nodeRequirement(requirement, checksValues);
  for (const requirement of term.at('matchFields').items) {
    const values = requirement.at('values');
    const operator = requirement.at('operator');
    if (!['In', 'NotIn'].includes(operator.text)) operator.invalid('not a valid selector operator', operator.text);
    else if (values.size !== 1) {
      values.required("must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
    }
    const key = requirement.at('key');
    if (key.text !== 'metadata.name') key.invalid('not a valid field selector key', key.text);
    else for (const value of values.items) value.matches(isSubdomain);
  }
}

function nodeRequirement(field: Field, checksValues: boolean): void {
  const values = field.at('values');
  const operator = field.at('operator');
  switch (operator.text) {
    case 'In':
    case 'NotIn':
      if (values.size === 0) values.required("must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.size > 0) values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      break;
    case 'Gt':
    case 'Lt':
      if (values.size !== 1) values.required("must be specified single value when `operator` is 'Lt' or 'Gt'");
      break;
    default:
      operator.invalid('not a valid selector operator', operator.text);
  }
  field.at('key').matches(qualifiedNameProblems);
  if (checksValues) for (const value of values.items) value.matches(labelValueProblems);
}

function podTerm(term: Field): void {
  labelSelector(term.at('labelSelector'));
  labelSelector(term.at('namespaceSelector'));
  for (const name of term.at('namespaces').texts) term.at('namespace').with(name).matches(isDnsLabel);
  labelKeys(term, term.at('mismatchLabelKeys'));
  const key = term.at('topologyKey');
  if (key.text === '') key.required('can not be empty');
  key.matches(qualifiedNameProblems);
}

function labelKeys(term: Field, mismatch: Field | undefined): void {
  const match = term.at('matchLabelKeys');
  const selector = term.at('labelSelector');
  for (const keys of [match, mismatch]) {
    if (keys === undefined || keys.size === 0) continue;
    if (!selector.isSet) keys.forbidden('must not be specified when labelSelector is not set');
    else for (const key of keys.items) key.matches(qualifiedNameProblems);
  }
  const seen = new Set(selector.at('matchLabels').keys);
  for (const key of selector.at('matchExpressions').items.map((item) => item.at('key').text)) {
    const index = match.texts.lastIndexOf(key);
    if (index >= 0 && seen.has(key)) {
      term.key(index).invalid('exists in both matchLabelKeys and labelSelector', key);
    }
    seen.add(key);
  }
  for (const key of match.items) {
    if (mismatch?.texts.includes(key.text)) key.invalid('exists in both matchLabelKeys and mismatchLabelKeys');
  }
}

/** `topologySpreadConstraints` of a pod. */
export function spreading(field: Field): void {
  const { items } = field;
  items.forEach((item, index) => {
    item.at('maxSkew').positive();
    const key = item.at('topologyKey');
    if (key.text === '') key.required('can not be empty');
    const action = item.at('whenUnsatisfiable').oneOf(['DoNotSchedule', 'ScheduleAnyway']);
    const isRepeated = items
      .slice(index + 1)
      .some((other) => other.at('topologyKey').text === key.text && other.at('whenUnsatisfiable').text === action.text);
    if (isRepeated) item.at('{topologyKey, whenUnsatisfiable}').duplicate(`{${key.text}, ${action.text}}`);
    const domains = item.at('minDomains');
    if (domains.isSet) {
      domains.positive();
      if (action.text !== 'DoNotSchedule') {
        domains.invalid(`can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action.text}`);
      }
    }
    item.at('nodeAffinityPolicy').mayBeOneOf(['Honor', 'Ignore']);
    item.at('nodeTaintsPolicy').mayBeOneOf(['Honor', 'Ignore']);
    labelKeys(item, undefined);
    labelSelector(item.at('labelSelector'));
  });
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** `tolerations` of a pod. */
export function tolerations(field: Field): void {
  for (const item of field.items) {
    const key = item.at('key').may(qualifiedNameProblems);
    const operator = item.at('operator');
    const effect = item.at('effect');
    if (key.text === '' && operator.text !== 'Exists') {
      operator.invalid(
        'operator must be Exists when `key` is empty, which means "match all values and all keys"',
        operator.text,
      );
    }
    if (item.at('tolerationSeconds').isSet && effect.text !== 'NoExecute') {
      effect.invalid("effect must be 'NoExecute' when `tolerationSeconds` is set", effect.text);
    }
    toleratedValue(operator, item.at('value'));
    if (effect.text !== '') effect.oneOf(EFFECTS);
  }
}

function toleratedValue(operator: Field, value: Field): void {
  switch (operator.text) {
    case '':
    case 'Equal': {
      const problems = labelValueProblems(value.text);
      if (problems.length > 0) operator.invalid(problems.join(';'), value.text);
      break;
    }
    case 'Exists':
      if (value.text !== '') operator.invalid("value must be empty when `operator` is 'Exists'", value.text);
      break;
    case 'Lt':
    case 'Gt':
      operator.unsupported(['Equal', 'Exists', 'Lt', 'Gt']);
      break;
    default:
      operator.unsupported(['Equal', 'Exists']);
  }
}
