/** The hand-written part of a ClusterServiceVersion, in config/manifests/bases. */
import { isMap, type Json, type JsonMap } from '../json.js';
import { fromYaml } from '../../yaml.js';
import { isVersionRange } from './semver.js';

/** What people wrote about their operator. */
export interface CsvBase {
  readonly metadata: JsonMap;
  readonly annotations: JsonMap;
  readonly spec: JsonMap;
}

/** A base that cannot be used; `fix` says how to correct it. */
export class BaseProblem extends Error {
  override readonly name = 'BaseProblem';
  readonly fix: string;
  constructor(message: string, fix: string, cause?: unknown) {
    super(message, { cause });
    this.fix = fix;
  }
}

/** Reads the file; throws `BaseProblem` when it is not a ClusterServiceVersion. */
export function parseBase(text: string): CsvBase {
  const value = parsed(text);
  if (!isMap(value)) throw new BaseProblem('it contains no object', restore);
  const { apiVersion, kind, metadata = {}, spec = {} } = value;
  if (kind !== 'ClusterServiceVersion' || apiVersion !== 'operators.coreos.com/v1alpha1')
    throw new BaseProblem(
      `it is ${String(apiVersion)} ${String(kind)}, not operators.coreos.com/v1alpha1 ClusterServiceVersion`,
      restore,
    );
  if (!isMap(metadata)) throw new BaseProblem('its metadata is not a map', restore);
  if (!isMap(spec)) throw new BaseProblem('its spec is not a map', restore);
  const { annotations = {} } = metadata;
  if (!isMap(annotations)) throw new BaseProblem('its metadata.annotations is not a map', restore);
  const wrong = Object.entries(annotations).find(([, note]) => typeof note !== 'string');
  if (wrong !== undefined)
    throw new BaseProblem(`its annotation ${wrong[0]} is not a string`, `write ${wrong[0]}: "…", in quotes`);
  const range = annotations['olm.skipRange'];
  if (range !== undefined && !isVersionRange(String(range)))
    throw new BaseProblem(`its annotation olm.skipRange is no range of versions`, 'write it as in ">=1.0.0 <1.2.0"');
  for (const [field, isRight] of Object.entries(shapes)) {
    const given = spec[field];
    if (given !== undefined && given !== null && !isRight(given))
      throw new BaseProblem(`its spec.${field} has the wrong type`, `see the reference of ClusterServiceVersion`);
  }
  return { metadata, annotations, spec: withoutEmpty(spec) };
}

const restore = 'correct it, or delete it to get a new one';

const isListOfMaps = (value: Json): boolean => Array.isArray(value) && value.every((item: Json) => isMap(item));
/** Fields that generated parts are added to. */
const shapes: Readonly<Record<string, (value: Json) => boolean>> = {
  customresourcedefinitions: isMap,
  webhookdefinitions: isListOfMaps,
  relatedImages: isListOfMaps,
  installModes: isListOfMaps,
  icon: isListOfMaps,
  skips: (value) => Array.isArray(value),
  replaces: (value) => typeof value === 'string',
};

function parsed(text: string): Json {
  try {
    return fromYaml(text) as Json;
  } catch (error) {
    throw new BaseProblem(
      `it is not YAML: ${(error as Error).message.split('\n')[0] ?? ''}`,
      'correct the line',
      error,
    );
  }
}

/** operator-sdk writes empty values for what is to be filled in. */
function withoutEmpty(spec: JsonMap): JsonMap {
  const { icon, ...rest } = spec;
  const isBlank =
    Array.isArray(icon) && icon.every((one: Json) => isMap(one) && Object.values(one).every((part) => part === ''));
  const given = isBlank || icon === undefined ? rest : { ...rest, icon };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
