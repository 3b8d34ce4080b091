/** Values that the server hands out to Services: addresses and ports, and what it keeps or drops on update. */
import { section, type ApiObject } from '../../storage/api-object.js';
import { invalidValue, type Finding } from '../../../kubernetes/finding.js';
import { isObject, jsonEqual, type JsonObject, type JsonValue } from '../../../kubernetes/json/json-value.js';
import { isReachable } from './others.js';

/** The range that cluster addresses come from. */
export const ADDRESS_RANGE = '10.0.0.0/24';
/** The range that node ports come from. */
export const NODE_PORTS = { first: 30_000, last: 32_767 };

/** All Services, looked at only when one needs a value. */
type Others = () => readonly ApiObject[];

// Each value follows the last one, so that requests in flight never get the same.
let [lastAddress, lastPort] = [16, NODE_PORTS.first - 1];

/** A new Service with everything that it was not given. */
export function withServiceValues(object: ApiObject, others: Others): ApiObject {
  return { ...object, spec: allocated(section(object, 'spec'), others), status: { loadBalancer: {} } };
}

function allocated(given: JsonObject, others: Others): JsonObject {
  const spec = withPlural(given);
  if (spec['type'] === 'ExternalName') return spec;
  const result = { ...spec };
  if ((spec['clusterIP'] ?? '') === '' && !hasItems(spec['clusterIPs'])) {
    const address = freeAddress(others);
    Object.assign(result, { clusterIP: address, clusterIPs: [address] });
  }
  Object.assign(result, withFamilies(spec));
  return withPorts(result, others);
}

/** Nobody knows the addresses behind a headless Service without a selector: it has both families on every cluster. */
function hasAnyFamily({ clusterIP, selector }: JsonObject): boolean {
  return clusterIP === 'None' && Object.keys(selector ?? {}).length === 0;
}

const FAMILIES = ['IPv4', 'IPv6'];

function withFamilies(spec: JsonObject): JsonObject {
  const given = hasItems(spec['ipFamilies']) ? spec['ipFamilies'] : ['IPv4'];
  const policy = spec['ipFamilyPolicy'] ?? (hasAnyFamily(spec) ? 'RequireDualStack' : 'SingleStack');
  if (!hasAnyFamily(spec) || policy === 'SingleStack') return { ipFamilies: given, ipFamilyPolicy: policy };
  return { ipFamilies: [...new Set([...given, ...FAMILIES])], ipFamilyPolicy: policy };
}

/** Clients of the first versions know the single address only. */
function withPlural(spec: JsonObject): JsonObject {
  const first = spec['clusterIP'];
  if (first === undefined || first === '' || hasItems(spec['clusterIPs'])) return spec;
  return { ...spec, clusterIPs: [first] };
}

const hasItems = (value: JsonValue | undefined): value is JsonValue[] => Array.isArray(value) && value.length > 0;
const specsOf = (objects: readonly ApiObject[]): JsonObject[] => objects.map((object) => section(object, 'spec'));
const portsOf = (spec: JsonObject): JsonObject[] =>
  Array.isArray(spec['ports']) ? spec['ports'].filter(isObject) : [];

function freeAddress(others: Others): string {
  const taken = new Set(specsOf(others()).map((spec) => spec['clusterIP']));
  for (let tries = 0; tries < 253; tries++) {
    lastAddress = lastAddress >= 254 ? 2 : lastAddress + 1;
    if (!taken.has(`10.0.0.${lastAddress}`)) return `10.0.0.${lastAddress}`;
  }
  return '';
}

function withPorts(spec: JsonObject, others: Others): JsonObject {
  const isNode = spec['type'] === 'NodePort';
  const isBalancer = spec['type'] === 'LoadBalancer';
  const result = { ...spec };
  if (isNode || (isBalancer && spec['allocateLoadBalancerNodePorts'] !== false)) {
    result['ports'] = portsOf(spec).map((port) => {
      if (port['nodePort'] !== undefined && port['nodePort'] !== 0) return port;
      return { ...port, nodePort: freePort(others) };
    });
  }
  if (needsHealthCheck(spec) && (spec['healthCheckNodePort'] ?? 0) === 0)
    result['healthCheckNodePort'] = freePort(others);
  return result;
}

function freePort(others: Others): number {
  const specs = specsOf(others());
  const taken = new Set(
    specs.flatMap((spec) => [...portsOf(spec).map((port) => port['nodePort']), spec['healthCheckNodePort']]),
  );
  for (let tries = NODE_PORTS.first; tries <= NODE_PORTS.last; tries++) {
    lastPort = lastPort >= NODE_PORTS.last ? NODE_PORTS.first : lastPort + 1;
    if (!taken.has(lastPort)) return lastPort;
  }
  return 0;
}

const needsHealthCheck = (spec: JsonObject): boolean =>
  spec['type'] === 'LoadBalancer' && spec['externalTrafficPolicy'] === 'Local';

/** A changed Service: what it leaves out stays, what its type no longer has goes. */
export function withKeptValues(after: ApiObject, before: ApiObject, others: Others): ApiObject {
  const old = section(before, 'spec');
  const synced = syncedAddress(section(after, 'spec'), old);
  const dropped = withoutForeign(synced, old);
  const isExternal = dropped['type'] === 'ExternalName';
  if (isExternal) return { ...after, spec: dropped };
  return { ...after, spec: allocated(old['type'] === 'ExternalName' ? dropped : withKept(dropped, old), others) };
}

/** Changing or clearing one of the two address fields changes the other one. */
function syncedAddress(spec: JsonObject, old: JsonObject): JsonObject {
  const [first = '', oldFirst = ''] = [spec['clusterIP'], old['clusterIP']];
  const isSame = jsonEqual(spec['clusterIPs'], old['clusterIPs']) || !hasItems(spec['clusterIPs']);
  if (first === oldFirst) return spec;
  if (first === '') return isSame ? { ...spec, clusterIP: undefined, clusterIPs: undefined } : spec;
  if (!isSame) return spec;
  return { ...spec, clusterIPs: [first, ...(hasItems(spec['clusterIPs']) ? spec['clusterIPs'].slice(1) : [])] };
}

function withKept(spec: JsonObject, old: JsonObject): JsonObject {
  const result = { ...spec };
  if ((spec['clusterIP'] ?? '') === '' && !hasItems(spec['clusterIPs'])) {
    Object.assign(result, { clusterIP: old['clusterIP'], clusterIPs: old['clusterIPs'] });
  }
  for (const key of ['ipFamilies', 'ipFamilyPolicy']) result[key] ??= old[key];
  const keepsPorts = [spec, old].every((each) => ['NodePort', 'LoadBalancer'].includes(String(each['type'])));
  if (keepsPorts) {
    const used = new Set(portsOf(spec).map((port) => port['nodePort']));
    result['ports'] = portsOf(spec).map((port) => keptPort(port, old, used));
  }
  if (needsHealthCheck(spec) && needsHealthCheck(old)) result['healthCheckNodePort'] ??= old['healthCheckNodePort'];
  return result;
}

function keptPort(port: JsonObject, old: JsonObject, used: ReadonlySet<JsonValue | undefined>): JsonObject {
  if ((port['nodePort'] ?? 0) !== 0) return port;
  const same = portsOf(old).find(
    (other) => other['port'] === port['port'] && other['protocol'] === port['protocol'] && !used.has(other['nodePort']),
  );
  return same?.['nodePort'] === undefined ? port : { ...port, nodePort: same['nodePort'] };
}

function withoutForeign(spec: JsonObject, old: JsonObject): JsonObject {
  const result = { ...spec };
  const drop = (key: string): void => {
    if (jsonEqual(result[key], old[key])) delete result[key];
  };
  const type = String(spec['type']);
  if (type === 'ExternalName' && old['type'] !== 'ExternalName') {
    for (const key of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) drop(key);
  }
  const hasNodePorts = ['NodePort', 'LoadBalancer'].includes(type);
  if (!hasNodePorts && ['NodePort', 'LoadBalancer'].includes(String(old['type']))) {
    const before = new Set(portsOf(old).map((port) => port['nodePort']));
    result['ports'] = portsOf(spec).map((port) =>
      before.has(port['nodePort']) ? { ...port, nodePort: undefined } : port,
    );
  }
  if (!needsHealthCheck(spec) && needsHealthCheck(old)) drop('healthCheckNodePort');
  if (type !== 'LoadBalancer' && old['type'] === 'LoadBalancer') {
    drop('allocateLoadBalancerNodePorts');
    drop('loadBalancerClass');
  }
  if (!isReachable(spec) && isReachable(old)) drop('externalTrafficPolicy');
  return result;
}

/** What a Service asks for and another one has already. */
export function takenValues(service: ApiObject, others: Others): Finding[] {
  const rest = specsOf(others().filter(({ metadata }) => metadata.uid !== service.metadata.uid));
  const spec = section(service, 'spec');
  const addressesOf = ({ clusterIPs }: JsonObject): JsonValue[] => (Array.isArray(clusterIPs) ? clusterIPs : []);
  const addresses = new Set(rest.flatMap(addressesOf));
  const clashing = addressesOf(spec).find((address) => address !== 'None' && addresses.has(address));
  const errors =
    clashing === undefined
      ? []
      : [
          invalidValue(
            'spec.clusterIPs',
            addressesOf(spec),
            `failed to allocate IP ${String(clashing)}: provided IP is already allocated`,
          ),
        ];
  const ports = new Set(rest.flatMap((other) => portsOf(other).map(({ nodePort }) => nodePort)));
  const clashes = portsOf(spec).flatMap(({ nodePort }, index) =>
    nodePort === undefined || nodePort === 0 || !ports.has(nodePort)
      ? []
      : [invalidValue(`spec.ports[${index}].nodePort`, nodePort, 'provided port is already allocated')],
  );
  return [...errors, ...clashes];
}
