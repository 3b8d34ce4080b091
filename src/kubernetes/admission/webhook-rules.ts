/** What the API server requires of webhook configurations. */
import { findings, type Field } from '../field.js';
import { isDns1035Label, isSubdomain } from '../value/names.js';
import { labelSelector } from '../selector/selector-rules.js';
import { webhookService, webhookUrl } from './client-config.js';
import { matchConditions } from './expressions.js';
import { ruleWithOperations } from './match-rules.js';

const NO_SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const REVIEW_VERSIONS = ['v1', 'v1beta1'];

/** Mistakes that an earlier release let pass may stay: what was wrong before an update is not checked again. */
interface Strictness {
  readonly requiresNoSideEffects: boolean;
  readonly requiresKnownReviewVersion: boolean;
  readonly requiresUniqueNames: boolean;
  readonly allowsInvalidSelectorValues: boolean;
  readonly ignoresMatchConditions: boolean;
}

/** A ValidatingWebhookConfiguration. */
export function validatingWebhooks(object: Field, before?: Field): void {
  webhookConfiguration(object, before, () => {});
}

/** A MutatingWebhookConfiguration. */
export function mutatingWebhooks(object: Field, before?: Field): void {
  webhookConfiguration(object, before, (hook) => {
    hook.at('reinvocationPolicy').mayBeOneOf(['IfNeeded', 'Never']);
  });
}

function webhookConfiguration(object: Field, before: Field | undefined, own: (hook: Field) => void): void {
  const names = new Set<string>();
  const strictness = strictnessAfter(before, object);
  for (const hook of object.at('webhooks').items) {
    webhook(hook, strictness, own);
    reviewVersions(hook.at('admissionReviewVersions'), strictness);
    const name = hook.at('name');
    if (strictness.requiresUniqueNames && name.text !== '' && names.has(name.text)) name.duplicate();
    names.add(name.text);
  }
}

function strictnessAfter(before: Field | undefined, object: Field): Strictness {
  const old = before?.at('webhooks').items ?? [];
  const names = old.map((hook) => hook.at('name').text);
  return {
    requiresNoSideEffects: old.every((hook) => NO_SIDE_EFFECTS.includes(hook.at('sideEffects').text)),
    requiresKnownReviewVersion: old.every((hook) => {
      const versions = hook.at('admissionReviewVersions').texts;
      return versions.length === 0 || versions.some((version) => REVIEW_VERSIONS.includes(version));
    }),
    requiresUniqueNames: new Set(names).size === names.length,
    allowsInvalidSelectorValues: old.some((hook) =>
      [hook.at('namespaceSelector'), hook.at('objectSelector')].some(
        (selector) => findings(selector.value, '', labelSelector).length > 0,
      ),
    ),
    ignoresMatchConditions: before !== undefined && sameMatchConditions(before, object),
  };
}

function sameMatchConditions(before: Field, after: Field): boolean {
  const [old, hooks] = [before.at('webhooks').items, after.at('webhooks').items];
  return (
    old.length === hooks.length &&
    hooks.every((hook, index) => hook.at('matchConditions').equals(old[index]?.at('matchConditions')))
  );
}

function webhook(hook: Field, strictness: Strictness, own: (hook: Field) => void): void {
  qualifiedName(hook.at('name'));
  for (const rule of hook.at('rules').items) ruleWithOperations(rule);
  hook.at('failurePolicy').mayBeOneOf(['Fail', 'Ignore']);
  hook.at('matchPolicy').mayBeOneOf(['Equivalent', 'Exact']);
  const effects = hook.at('sideEffects');
  const allowed = strictness.requiresNoSideEffects ? NO_SIDE_EFFECTS : [...NO_SIDE_EFFECTS, 'Some', 'Unknown'];
  if (effects.isSet) effects.oneOf(allowed);
  else effects.required(`must specify one of ${allowed.join(', ')}`);
  const seconds = hook.at('timeoutSeconds');
  if (seconds.isSet && (seconds.number > 30 || seconds.number < 1)) {
    seconds.invalid('the timeout value must be between 1 and 30 seconds');
  }
  const selectorOptions = { allowsInvalidValues: strictness.allowsInvalidSelectorValues };
  labelSelector(hook.at('namespaceSelector'), selectorOptions);
  labelSelector(hook.at('objectSelector'), selectorOptions);
  own(hook);
  clientConfig(hook.at('clientConfig'));
  if (!strictness.ignoresMatchConditions) matchConditions(hook.at('matchConditions'), { hasParams: false });
}

function qualifiedName(name: Field): void {
  if (name.text === '') return void name.required();
  const problems = isSubdomain(name.text);
  if (problems.length > 0) name.invalid(problems.join(','));
  else if (name.text.split('.').length < 3) {
    name.invalid('should be a domain with at least three segments separated by dots');
  }
}

function clientConfig(field: Field): void {
  const [url, service] = [field.at('url'), field.at('service')];
  if (url.isSet === service.isSet) field.required('exactly one of url or service is required');
  else if (url.isSet) webhookUrl(url);
  else webhookService(service);
}

function reviewVersions(field: Field, { requiresKnownReviewVersion }: Strictness): void {
  if (field.size === 0) return void field.required('must specify one of v1, v1beta1');
  const seen = new Set<string>();
  for (const version of field.items) {
    if (seen.has(version.text)) version.invalid('duplicate version');
    else version.matches(isDns1035Label);
    seen.add(version.text);
  }
  if (requiresKnownReviewVersion && !REVIEW_VERSIONS.some((version) => seen.has(version))) {
    field.invalid('must include at least one of v1, v1beta1');
  }
}
