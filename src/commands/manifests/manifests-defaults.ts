/** Options of `kbts manifests` that a project keeps in PROJECT, below `plugins: typescript.kbts.dev/v1: manifests:`. */
import { UserError } from '../../errors.js';
import { LAYOUT } from '../../project/project.js';
import { PROJECT_FILE } from '../../project/project-file.js';
import { fromYaml } from '../../yaml.js';
import type { ManifestsPlanOptions } from './manifests-plan.js';

type Settable = Omit<ManifestsPlanOptions, 'root' | 'overlay' | 'removed' | 'generators'>;
type Reader = (value: unknown) => Partial<Settable> | undefined;

const text =
  (name: keyof Settable): Reader =>
  (value) =>
    typeof value === 'string' || (name === 'year' && typeof value === 'number') ? { [name]: String(value) } : undefined;
const flag =
  (name: keyof Settable): Reader =>
  (value) =>
    typeof value === 'boolean' ? { [name]: value } : undefined;

/** Names are those of the flags, in camelCase. */
const OPTIONS: Readonly<Record<string, readonly [what: string, Reader]>> = {
  allowDangerousTypes: ['true or false', (value) => (typeof value === 'boolean' ? {} : undefined)],
  allowUnknownMarkers: ['true or false', flag('allowUnknownMarkers')],
  crdDir: ['a folder', text('crdFolder')],
  generateEmbeddedObjectMeta: ['true or false', flag('generateEmbeddedObjectMeta')],
  headerFile: ['a file', text('headerFile')],
  maxDescLen: [
    'a whole number',
    (value) => (typeof value === 'number' && Number.isInteger(value) ? { maxDescriptionLength: value } : undefined),
  ],
  outputDir: ['a folder', text('output')],
  paths: ['a list of folders, files or globs', (value) => (isTexts(value) ? { paths: value } : undefined)],
  rbacDir: ['a folder', text('rbacFolder')],
  rbacFileName: ['a name', text('rbacFile')],
  roleName: ['a name', text('roleName')],
  storageVersion: ['a version', text('storageVersion')],
  webhookDir: ['a folder', text('webhookFolder')],
  year: ['a year', text('year')],
};

/** The options with those of PROJECT where none is given; a file that says nothing about them is not even parsed. */
export function withProjectDefaults<T extends Partial<Settable>>(given: T, projectText: string | undefined): T {
  if (projectText === undefined || !/^[ \t]+['"]?manifests['"]?[ \t]*:/m.test(projectText)) return given;
  const defaults = readDefaults(projectText);
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...given, ...defaults, ...set };
}

function readDefaults(projectText: string): Partial<Settable> {
  const options = ['plugins', LAYOUT, 'manifests'].reduce<unknown>(
    (value, key) => (isMap(value) ? value[key] : undefined),
    parsed(projectText),
  );
  if (options === undefined || options === null) return {};
  if (!isMap(options)) throw wrong('it must be a map of options');
  const read = Object.entries(options).map(([name, value]) => {
    const [what, reader] = OPTIONS[name] ?? [];
    if (what === undefined || reader === undefined)
      throw wrong(`there is no option "${name}"`, `use ${Object.keys(OPTIONS).join(', ')}`);
    const option = reader(value);
    if (option === undefined) throw wrong(`${name} must be ${what}, not ${JSON.stringify(value)}`);
    return option;
  });
  return Object.assign({}, ...read) as Partial<Settable>;
}

function parsed(projectText: string): unknown {
  try {
    return fromYaml(projectText);
  } catch (error) {
    throw new UserError(
      'project-invalid',
      `${PROJECT_FILE}: not YAML: ${(error as Error).message.split('\n')[0] ?? ''}`,
      {
        fix: 'correct the file, or restore it from version control',
        cause: error,
      },
    );
  }
}

function wrong(message: string, fix = 'correct the value'): UserError {
  return new UserError('project-invalid', `${PROJECT_FILE}: plugins["${LAYOUT}"].manifests: ${message}`, { fix });
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
