/** The formats of `format.dns1123Label()` and its like. */
import {
  isDns1035Label,
  isDnsLabel,
  isSubdomain,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../value/names.js';
import { isTimestamp } from '../../value/timestamp.js';

/** A format and what it has against a string. */
export class NamedFormat {
  readonly check: (text: string) => readonly string[];
  constructor(check: (text: string) => readonly string[]) {
    this.check = check;
  }
}

const told = (isFine: (text: string) => boolean, problem: string): NamedFormat =>
  new NamedFormat((text) => (isFine(text) ? [] : [problem]));
/** A prefix may end with a hyphen, behind which something else will come. */
const prefix = (check: (text: string) => string[]): NamedFormat =>
  new NamedFormat((text) => check(text.replace(/-$/, 'a')));

/** By name. */
export const FORMATS: Readonly<Record<string, NamedFormat>> = {
  byte: told((text) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text), 'invalid base64'),
  date: told((text) => isTimestamp(`${text}T00:00:00Z`), 'invalid date'),
  datetime: told(isTimestamp, 'invalid datetime'),
  dns1035Label: new NamedFormat(isDns1035Label),
  dns1035LabelPrefix: prefix(isDns1035Label),
  dns1123Label: new NamedFormat(isDnsLabel),
  dns1123LabelPrefix: prefix(isDnsLabel),
  dns1123Subdomain: new NamedFormat(isSubdomain),
  dns1123SubdomainPrefix: prefix(isSubdomain),
  labelValue: new NamedFormat(labelValueProblems),
  qualifiedName: new NamedFormat(qualifiedNameProblems),
  uri: told((text) => /^(?:[a-z][a-z0-9+.-]*:\/\/[^\s]+|\/[^\s]*)$/i.test(text), 'invalid URI'),
  uuid: told(
    (text) => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text),
    'does not match the UUID format',
  ),
};
