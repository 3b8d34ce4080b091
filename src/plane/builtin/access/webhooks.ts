/** Webhook configurations. */
import { isDns1035Label, isSubdomain } from '../../../kubernetes/value/names.js';
import { webhookService, webhookUrl } from '../../../kubernetes/webhook/client-config.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { labelSelector } from '../selector-rules.js';
import { matchConditions } from './expressions.js';
import { ruleWithOperations } from './match-rules.js';

/** Checks of both webhook configurations. */
export const webhooks: KindChecks = {
  spec: (object, before) => {
    const names = new Set<string>();
    const conditions = (field: Field | undefined): string =>
      JSON.stringify(field?.at('webhooks').items.map((hook) => hook.at('matchConditions').value ?? null));
    const isKnown = before !== undefined && conditions(before) === conditions(object);
    for (const hook of object.at('webhooks').items) {
      oneWebhook(hook);
      if (!isKnown) matchConditions(hook.at('matchConditions'), { hasParams: false });
      reviewVersions(hook.at('admissionReviewVersions'));
      const name = hook.at('name');
      if (name.text !== '' && names.has(name.text)) name.duplicate();
      names.add(name.text);
    }
  },
};

function oneWebhook(hook: Field): void {
  qualifiedName(hook.at('name'));
  for (const rule of hook.at('rules').items) ruleWithOperations(rule);
  hook.at('failurePolicy').mayBeOneOf(['Fail', 'Ignore']);
  hook.at('matchPolicy').mayBeOneOf(['Equivalent', 'Exact']);
  const effects = hook.at('sideEffects');
  if (!effects.isSet) effects.required('must specify one of None, NoneOnDryRun');
  else effects.oneOf(['None', 'NoneOnDryRun']);
  const seconds = hook.at('timeoutSeconds');
  if (seconds.isSet && (seconds.number > 30 || seconds.number < 1)) {
    seconds.invalid('the timeout value must be between 1 and 30 seconds');
  }
  labelSelector(hook.at('namespaceSelector'));
  labelSelector(hook.at('objectSelector'));
  hook.at('reinvocationPolicy').mayBeOneOf(['IfNeeded', 'Never']);
  clientConfig(hook.at('clientConfig'));
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

function reviewVersions(field: Field): void {
  if (field.size === 0) return void field.required('must specify one of v1, v1beta1');
  const seen = new Set<string>();
  for (const version of field.items) {
    if (seen.has(version.text)) version.invalid('duplicate version');
    else version.matches(isDns1035Label);
    seen.add(version.text);
  }
  if (!seen.has('v1') && !seen.has('v1beta1')) field.invalid('must include at least one of v1, v1beta1');
}
