/** How a CRD converts between its versions. */
import type { Field } from '../field.js';
import { isDns1035Label } from '../value/names.js';
import { webhookService, webhookUrl } from '../admission/client-config.js';
import type { Strictness } from './strictness.js';

const REVIEW_VERSIONS = ['v1', 'v1beta1'];

/** What is wrong with `spec.conversion`. */
export function conversionRules(conversion: Field, strictness: Strictness): void {
  if (!conversion.isSet) return;
  conversion.at('strategy').needsOneOf(['None', 'Webhook']);
  const webhook = conversion.at('webhook');
  // The server's own type has both fields one level higher.
  const config = webhook.at('clientConfig').named('spec.conversion.webhookClientConfig');
  const versions = webhook.at('conversionReviewVersions').named('spec.conversion.conversionReviewVersions');
  if (conversion.at('strategy').text === 'Webhook') {
    clientConfigRules(config, strictness);
    reviewVersionRules(versions, strictness);
    return;
  }
  const why = 'should not be set when strategy is not set to Webhook';
  if (config.isSet) config.forbidden(why);
  if (versions.size > 0) versions.forbidden(why);
}

function clientConfigRules(config: Field, { checksCaBundle }: Strictness): void {
  if (!config.isSet) return void config.required('required when strategy is set to Webhook');
  const [url, service, caBundle] = [config.at('url'), config.at('service'), config.at('caBundle')];
  if (url.isSet === service.isSet) config.required('exactly one of url or service is required');
  else if (url.isSet) webhookUrl(url);
  else webhookService(service);
  if (checksCaBundle && caBundle.text !== '' && !isCertificates(caBundle.text))
    caBundle.invalid('unable to load root certificates: unable to parse bytes as PEM block');
}

/** Whether the bytes have a certificate in PEM. */
export function isCertificates(base64: string): boolean {
  return /-----BEGIN CERTIFICATE-----\r?\n[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/.test(
    Buffer.from(base64, 'base64').toString('latin1'),
  );
}

function reviewVersionRules(versions: Field, { requiresKnownReviewVersion }: Strictness): void {
  if (versions.size === 0) return void versions.required();
  const seen = new Set<string>();
  for (const version of versions.items) {
    if (seen.has(version.text)) version.invalid('duplicate version');
    else version.matches(isDns1035Label);
    seen.add(version.text);
  }
  if (requiresKnownReviewVersion && !REVIEW_VERSIONS.some((version) => seen.has(version)))
    versions.invalid(`must include at least one of ${REVIEW_VERSIONS.join(', ')}`);
}
