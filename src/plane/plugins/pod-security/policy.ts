/** The levels that the labels of a namespace ask for. */
import { invalidValue, type Finding } from '../../../kubernetes/finding.js';

/** How strict. */
export type Level = 'privileged' | 'baseline' | 'restricted';

/** A level at a minor version of Kubernetes. */
export interface LevelVersion {
  readonly level: Level;
  /** Infinity for `latest`. */
  readonly minor: number;
}

/** What a namespace wants. Audits are written nowhere here. */
export interface Policy {
  readonly enforce: LevelVersion;
  readonly warn: LevelVersion;
  /** What is wrong with the labels. */
  readonly errors: readonly Finding[];
}

const PREFIX = 'pod-security.kubernetes.io/';
const LEVELS: readonly Level[] = ['privileged', 'baseline', 'restricted'];
type Labels = Readonly<Record<string, string>>;

/** Reads the labels; what cannot be read is as strict as can be for `enforce`, and open for `warn`. */
export function policyOf(labels: Labels = {}): Policy {
  const errors: Finding[] = [];
  const level = (mode: string, otherwise: Level): Level => {
    const value = labels[`${PREFIX}${mode}`];
    if (value === undefined) return 'privileged';
    const known = LEVELS.find((one) => one === value);
    if (known === undefined) errors.push(wrong(mode, value, `must be one of ${LEVELS.join(', ')}`));
    return known ?? otherwise;
  };
  const minor = (mode: string): number => {
    const value = labels[`${PREFIX}${mode}-version`];
    if (value === undefined || value === 'latest') return Infinity;
    const [, digits] = /^v1\.([0-9]|[1-9][0-9]*)$/.exec(value) ?? [];
    if (digits === undefined) errors.push(wrong(`${mode}-version`, value, 'must be "latest" or "v1.x"'));
    return digits === undefined ? Infinity : Number(digits);
  };
  const enforce = { level: level('enforce', 'restricted'), minor: minor('enforce') };
  level('audit', 'privileged');
  minor('audit');
  const warn = { level: level('warn', 'privileged'), minor: minor('warn') };
  return { enforce, warn: warned(labels, enforce, warn), errors };
}

/** Who enforces a level is warned by it, too. */
function warned(labels: Labels, enforce: LevelVersion, warn: LevelVersion): LevelVersion {
  const isKnown = LEVELS.some((level) => level === labels[`${PREFIX}enforce`]);
  if (labels[`${PREFIX}warn`] !== undefined || !isKnown || enforce.level === 'privileged') return warn;
  return { level: enforce.level, minor: labels[`${PREFIX}warn-version`] === undefined ? enforce.minor : warn.minor };
}

function wrong(mode: string, value: string, why: string): Finding {
  return invalidValue(`metadata.labels[${PREFIX}${mode}]`, value, why);
}

/** Whether one level is stricter than another. */
export function isStricter(left: Level, right: Level): boolean {
  return LEVELS.indexOf(left) > LEVELS.indexOf(right);
}

/** `restricted:latest`. */
export function levelText({ level, minor }: LevelVersion): string {
  return `${level}:${minor === Infinity ? 'latest' : `v1.${minor}`}`;
}
