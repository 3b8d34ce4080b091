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
  /** How long the API server takes its pattern to be, for what a check costs. */
  readonly patternSize: number;
  constructor(check: (text: string) => readonly string[], patternSize: number) {
    this.check = check;
    this.patternSize = patternSize;
  }
}

/** A format that schemas have, too. */
const ofSchemas = (format: string, problem: string, patternSize: number): NamedFormat =>
  new NamedFormat((text) => (isFormatValid(format, text) ? [] : [problem]), patternSize);
/** A prefix may end with a hyphen, because something else will follow. */
const prefix = (check: (text: string) => string[], patternSize: number): NamedFormat =>
  new NamedFormat((text) => check(text.replace(/-$/, 'a')), patternSize);

/** By name. */
export const FORMATS: Readonly<Record<string, NamedFormat>> = {
  byte: ofSchemas('byte', 'invalid base64', 84),
  date: ofSchemas('date', 'invalid date', 71),
  datetime: ofSchemas('datetime', 'invalid datetime', 71),
  dns1035Label: new NamedFormat(isDns1035Label, 30),
  dns1035LabelPrefix: prefix(isDns1035Label, 30),
  dns1123Label: new NamedFormat(isDnsLabel, 30),
  dns1123LabelPrefix: prefix(isDnsLabel, 30),
  dns1123Subdomain: new NamedFormat(isSubdomain, 60),
  dns1123SubdomainPrefix: prefix(isSubdomain, 60),
  labelValue: new NamedFormat(labelValueProblems, 40),
  qualifiedName: new NamedFormat(qualifiedNameProblems, 60),
  uri: ofSchemas('uri', 'invalid URI', 1103),
  uuid: ofSchemas('uuid', 'does not match the UUID format', 70),
};
