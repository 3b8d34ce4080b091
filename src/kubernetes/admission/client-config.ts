/** Where webhooks are called: rules of URLs and services, for admission and conversion alike. */
import type { Field } from '../field.js';
import { parseGoUrl } from '../format/go-url.js';
import { isSubdomain } from '../value/names.js';

const FORM = '; desired format: https://host[/path]';

/** The URL of a webhook. */
export function webhookUrl(field: Field): void {
  const url = parseGoUrl(field.text);
  if ('problem' in url) return void field.required(`url must be a valid URL: ${url.problem}${FORM}`);
  if (url.scheme !== 'https') field.invalid(`'https' is the only allowed URL scheme${FORM}`, url.scheme);
  if (url.host === '') field.invalid(`host must be specified${FORM}`, '');
  if (url.user !== undefined) field.invalid('user information is not permitted in the URL', url.user);
  if (url.fragment !== '') field.invalid('fragments are not permitted in the URL', url.fragment);
  if (url.query !== '') field.invalid('query parameters are not permitted in the URL', url.query);
}

/** The service of a webhook. */
export function webhookService(field: Field): void {
  // The server mixes the two up.
  if (field.at('namespace').text === '') field.at('name').required();
  if (field.at('name').text === '') field.at('namespace').required();
  const port = field.at('port');
  // An absent port is 443.
  if (port.isSet && (port.number < 1 || port.number > 65_535))
    port.invalid('port is not valid: must be between 1 and 65535, inclusive', port.number);
  const path = field.at('path');
  if (['', '/'].includes(path.text)) return;
  if (path.text === '//') return void path.invalid('segment[0] may not be empty');
  if (!path.text.startsWith('/')) path.invalid("must start with a '/'");
  const steps = path.text.slice(1).replace(/\/$/, '').split('/');
  for (const [index, step] of steps.entries()) {
    if (step === '') path.invalid(`segment[${index}] may not be empty`);
    else for (const why of isSubdomain(step)) path.invalid(`segment[${index}]: ${why}`);
  }
}
