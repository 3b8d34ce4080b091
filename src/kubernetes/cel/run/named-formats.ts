/** The formats of `format.dns1123Label()` and its like. */
import {
  isDns1035Label,
  isDnsLabel,
  isSubdomain,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../value/names.js';
import { isFormatValid } from '../../format/formats.js';

/** A format and what it has against a string. */
export class NamedFormat {
  readonly check: (text: string) => readonly string[];
  constructor(check: (text: string) => readonly string[]) {
    this.check = check;
  }
}

/** A format that schemas have, too. */
const ofSchemas = (format: string, problem: string): NamedFormat =>
  new NamedFormat((text) => (isFormatValid(format, text) ? [] : [problem]));
/** A prefix may end with a hyphen, because something else will follow. */
const prefix = (check: (text: string) => string[]): NamedFormat =>
  new NamedFormat((text) => check(text.replace(/-$/, 'a')));

/** By name. */
export const FORMATS: Readonly<Record<string, NamedFormat>> = {
  byte: ofSchemas('byte', 'invalid base64'),
  date: ofSchemas('date', 'invalid date'),
  datetime: ofSchemas('datetime', 'invalid datetime'),
  dns1035Label: new NamedFormat(isDns1035Label),
  dns1035LabelPrefix: prefix(isDns1035Label),
  dns1123Label: new NamedFormat(isDnsLabel),
  dns1123LabelPrefix: prefix(isDnsLabel),
  dns1123Subdomain: new NamedFormat(isSubdomain),
  dns1123SubdomainPrefix: prefix(isSubdomain),
  labelValue: new NamedFormat(labelValueProblems),
  qualifiedName: new NamedFormat(qualifiedNameProblems),
  uri: ofSchemas('uri', 'invalid URI'),
  uuid: ofSchemas('uuid', 'does not match the UUID format'),
};
