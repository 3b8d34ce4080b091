/** Every request: authentication, authorization, then plain paths, discovery or resources. */
import { stringifyExact } from '../../kubernetes/json/stringify-exact.js';
import {
  badRequest,
  methodNotAllowed,
  noSuchPath,
  StatusError,
  unauthorized,
  unsupportedMediaType,
} from '../api-status.js';
import type { Authenticator } from '../access/authenticator.js';
import type { Authorizer } from '../access/authorizer.js';
import type { Backend } from '../backend.js';
import { parseYamlExact } from '../yaml.js';
import { aggregated, coreVersions, groupDocument, groupList, resourceList } from './discovery.js';
import type { Exchange } from './http-exchange.js';
import { impersonate } from '../access/impersonation.js';
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import { PROTOBUF, protobufToJson } from '../protobuf/read-body.js';
import { ProtobufFailure } from '../protobuf/wire.js';
import { requestInfo, type RequestInfo } from './request-info.js';
import { routeResource, type ResourceParts } from '../resources/resource-router.js';
import type { ResourceType } from '../resources/resource-type.js';
import type { UserInfo } from '../access/user-info.js';

/** What routing needs in addition to the backend. */
export interface RouterParts extends ResourceParts {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly address: () => string;
}

const HEALTH = /^\/(healthz|livez|readyz)(\/.*)?$/;
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Answers one request; every failure becomes a Status. */
export async function routeRequest(parts: RouterParts, exchange: Exchange): Promise<void> {
  try {
    const info = requestInfo(exchange.method, exchange.url);
    const user = userOf(parts, exchange, info);
    parts.authorizer.check(user, info);
    if (info.isResource) await routeToResource(parts, exchange, info, user);
    else await routePath(parts, exchange, info);
  } catch (error) {
    if (error instanceof StatusError) {
      exchange.error(error);
      return;
    }
    parts.backend.log(
      `request ${exchange.method} ${exchange.url} failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
    );
    exchange.error(new StatusError(500, 'InternalError', `Internal error occurred: ${String(error)}`, {}));
  }
}

function userOf({ authenticator, authorizer }: RouterParts, exchange: Exchange, info: RequestInfo): UserInfo {
  const user = authenticator.authenticate(exchange.header('authorization'));
  if (user === undefined) throw unauthorized();
  return impersonate(user, exchange.headersWithPrefix('impersonate-'), { authorizer, info });
}

async function routeToResource(
  parts: RouterParts,
  exchange: Exchange,
  info: RequestInfo,
  user: UserInfo,
): Promise<void> {
  const { backend } = parts;
  const type = backend.registry.find(info.group, info.version, info.resource);
  // `namespaces/x` is the object x; `namespaces/x/namespaces` is nothing.
  const isInside = info.namespace !== undefined && !(info.resource === 'namespaces' && info.name === info.namespace);
  if (type === undefined || (!type.isNamespaced && isInside) || isOutside(type, info)) {
    if (backend.registry.hasBuiltins(info.group, info.version)) throw noSuchPath();
    exchange.text(404, '404 page not found\n');
    return;
  }
  checkMediaType(exchange, type.custom !== undefined);
  const deprecation = DEPRECATED.get(`${type.group}/${type.plural}`);
  if (deprecation !== undefined) exchange.warnings.push(deprecation);
  await routeResource(
    parts,
    {
      info,
      type,
      user,
      userAgent: exchange.header('user-agent'),
      contentType: exchange.header('content-type'),
      accept: exchange.header('accept'),
      body: jsonBody(exchange),
      warnings: exchange.warnings,
      authorizeCreate: () => parts.authorizer.check(user, { ...info, verb: 'create' }),
    },
    exchange,
  );
}

/** Namespaced objects have no path without their namespace; only their collection can be read there. */
function isOutside(type: ResourceType, { namespace, name, method }: RequestInfo): boolean {
  if (!type.isNamespaced || namespace !== undefined) return false;
  return name !== '' || (type.custom !== undefined && method !== 'GET' && method !== 'HEAD');
}

/** Built-in resources that should not be used any more. */
const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ['/endpoints', 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'],
  ['/componentstatuses', 'v1 ComponentStatus is deprecated in v1.19+'],
]);

/** The body as JSON; YAML and protobuf are turned into it. */
function jsonBody(exchange: Exchange): string {
  const type = exchange.header('content-type');
  try {
    if (type.startsWith(PROTOBUF)) return JSON.stringify(protobufToJson(exchange.bytes));
    if (type.startsWith('application/yaml')) return yamlAsJson(exchange.body);
    return exchange.body;
  } catch (error) {
    if (error instanceof ProtobufFailure) throw badRequest(error.message);
    if (!(error instanceof SyntaxError)) throw error;
    throw badRequest(`error decoding YAML: ${error.message}`);
  }
}

function yamlAsJson(body: string): string {
  const [value = null] = parseYamlExact(body, 'body');
  return typeof value === 'object' && value !== null ? stringifyExact(value) : JSON.stringify(value);
}

const READABLE = new Set(['', 'application/json', 'application/yaml', PROTOBUF]);

/** Custom resources have no protobuf form. */
function checkMediaType(exchange: Exchange, isCustom: boolean): void {
  if (exchange.method !== 'POST' && exchange.method !== 'PUT') return;
  const given = (exchange.header('content-type').split(';')[0] ?? '').trim();
  if (READABLE.has(given) && !(isCustom && given === PROTOBUF)) return;
  const accepted = `application/json, application/yaml${isCustom ? '' : `, ${PROTOBUF}`}`;
  throw unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${accepted}`,
  );
}

async function routePath(parts: RouterParts, exchange: Exchange, info: RequestInfo): Promise<void> {
  const path = info.path.length > 1 ? info.path.replace(/(?<!\/)\/+$/, '') : info.path;
  if (info.method !== 'GET' && info.method !== 'HEAD') throw methodNotAllowed();
  if (HEALTH.test(path)) {
    exchange.text(200, 'ok');
    return;
  }
  if (path.startsWith('/openapi/')) {
    await sendOpenApi(parts, exchange, path);
    return;
  }
  const document = documentAt(parts, exchange, path);
  if (document !== undefined) {
    if (document.isIndented === true) exchange.indentedJson(200, document.body);
    else exchange.json(200, document.body, document.contentType);
    return;
  }
  exchange.text(404, '404 page not found\n');
}

interface Document {
  readonly body: JsonObject;
  readonly contentType?: string;
  /** Some documents are always made for people. */
  readonly isIndented?: boolean;
}

function documentAt({ backend, address }: RouterParts, exchange: Exchange, path: string): Document | undefined {
  const { registry } = backend;
  const wantsAggregate =
    /as=APIGroupDiscoveryList/.test(exchange.header('accept')) && /v=v2(,|;|$)/.test(exchange.header('accept'));
  if (path === '/version') return { body: versionDocument(), isIndented: true };
  if (path === '/') return { body: { paths: rootPaths(registry) }, isIndented: true };
  if (path === '/api') {
    return wantsAggregate
      ? { body: aggregated(registry, ['']), contentType: AGGREGATED }
      : { body: coreVersions(address()) };
  }
  if (path === '/apis') {
    if (!wantsAggregate) return { body: groupList(registry) };
    return { body: aggregated(registry, registry.groupNames()), contentType: AGGREGATED };
  }
  const [, root, first = '', second] = path.split('/');
  if (root === 'api') return versionAt(backend, '', first);
  if (root !== 'apis') return undefined;
  if (second !== undefined) return versionAt(backend, first, second);
  return registry.hasGroup(first) ? { body: groupDocument(registry, first) } : undefined;
}

/** These documents are large and seldom wanted, so their code comes when it is needed. */
async function sendOpenApi({ backend }: RouterParts, exchange: Exchange, path: string): Promise<void> {
  if (path === '/openapi/v2') {
    const { openApiV2 } = await import('../openapi/openapi-v2.js');
    const { OPENAPI_V2_PROTOBUF, openApiV2Bytes } = await import('../openapi/openapi-v2-bytes.js');
    const document = openApiV2(backend.registry);
    const isProtobuf = exchange.header('accept').includes('protobuf');
    if (isProtobuf) exchange.data(200, openApiV2Bytes(document), OPENAPI_V2_PROTOBUF);
    else exchange.json(200, document);
    return;
  }
  const { openApiV3 } = await import('../openapi/openapi-v3.js');
  const document = openApiV3(backend.registry, path);
  if (document === undefined) exchange.text(404, '404 page not found\n');
  else exchange.text(200, JSON.stringify(document), 'application/json');
}

function rootPaths(registry: Backend['registry']): string[] {
  const groups = registry
    .groupNames()
    .flatMap((group) => [
      `/apis/${group}`,
      ...registry.versions(group).map(({ version }) => `/apis/${group}/${version}`),
    ]);
  const others = ['/api', '/api/v1', '/apis', '/apis/', '/healthz', '/livez', '/openapi/v2', '/openapi/v3', '/readyz'];
  return [...others, ...groups, '/version'].sort();
}

function versionAt({ registry }: Backend, group: string, version: string): Document | undefined {
  const entry = registry.versions(group).find((candidate) => candidate.version === version);
  return entry === undefined ? undefined : { body: resourceList(entry) };
}

function versionDocument(): JsonObject {
  return {
    major: '1',
    minor: '37',
    emulationMajor: '1',
    emulationMinor: '37',
    minCompatibilityMajor: '1',
    minCompatibilityMinor: '36',
    gitVersion: 'v1.37.1',
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: `node ${process.versions.node}`,
    compiler: 'kbts-embedded',
    platform: `${process.platform}/${process.arch}`,
  };
}
