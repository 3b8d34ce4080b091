/** CRDs before they are stored: defaults, the first status, and what the API server says to them. */
import type { Finding } from '../finding.js';
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.js';
import { definitionFindings } from './definition-rules.js';

/** All findings for a CRD that is new to the server. */
export function newDefinitionFindings(crd: JsonObject): Finding[] {
  const filled = withDefinitionDefaults(crd);
  return definitionFindings({ ...filled, status: { storedVersions: storageVersions(filled) } });
}

/** The CRD with the defaults of the API server. */
export function withDefinitionDefaults<T extends JsonObject>(crd: T): T {
  const spec = objectOr(crd['spec']);
  const { plural = '', singular, shortNames, kind = '', listKind, categories } = objectOr(spec['names']);
  const isEmpty = (value: JsonValue | undefined): boolean => value === undefined || value === '' || value === null;
  const names: JsonObject = {
    plural,
    singular: isEmpty(singular) ? String(kind).toLowerCase() : singular,
    ...(shortNames !== undefined && { shortNames }),
    kind,
    listKind: isEmpty(listKind) ? (kind === '' ? '' : `${String(kind)}List`) : listKind,
    ...(categories !== undefined && { categories }),
  };
  const conversion = isObject(spec['conversion']) ? spec['conversion'] : { strategy: 'None' };
  return { ...crd, spec: { ...spec, names, conversion: withConversionDefaults(conversion) } };
}

/** The first storage version, in a list. */
export function storageVersions(crd: JsonObject): string[] {
  const { versions } = objectOr(crd['spec']);
  return (Array.isArray(versions) ? versions : [])
    .filter((version): version is JsonObject => isObject(version) && version['storage'] === true)
    .map((version) => String(version['name'] ?? ''))
    .slice(0, 1);
}

function withConversionDefaults(conversion: JsonObject): JsonObject {
  const { webhook } = conversion;
  if (!isObject(webhook) || !isObject(webhook['clientConfig'])) return conversion;
  const { service } = webhook['clientConfig'];
  if (!isObject(service) || service['port'] !== undefined) return conversion;
  const clientConfig = { ...webhook['clientConfig'], service: { ...service, port: 443 } };
  return { ...conversion, webhook: { ...webhook, clientConfig } };
}

function objectOr(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
