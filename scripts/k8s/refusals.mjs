/** Go types that no CustomResourceDefinition can embed, and why. */

/** Returns a map from `subpath.Name` to a reason for people. */
export function refusedTypes(packages) {
  const graph = typeGraph(packages);
  const refused = new Map();
  for (const id of graph.keys()) {
    const reason = recursion(id, graph) ?? unreadable(id, graph);
    if (reason !== undefined) refused.set(id, reason);
  }
  return refused;
}

/** controller-gen knows these by name, so their fields do not matter. */
const KNOWN = new Set(
  ['Time', 'MicroTime', 'Duration', 'FieldsV1', 'Quantity', 'IntOrString', 'RawExtension'].map(
    (name) => `meta/v1.${name}`,
  ),
);
KNOWN.add('apiextensions/v1.JSON');

function typeGraph(packages) {
  const subpathOf = new Map(packages.map(({ path, subpath }) => [path, subpath]));
  const graph = new Map();
  for (const { subpath, types } of packages)
    for (const type of types) graph.set(`${subpath}.${type.name}`, { type, edges: [], hasAny: false });
  for (const [id, node] of graph) {
    if (KNOWN.has(id)) continue;
    const fields = node.type.fields ?? [{ name: '', type: node.type.type }];
    for (const { name, type } of fields) addEdges(node, name, type, subpathOf);
  }
  return graph;
}

function addEdges(node, field, type, subpathOf) {
  if (type === undefined) return;
  if (type.kind === 'any') node.hasAny ||= field;
  if (type.kind === 'ref' && type.package !== undefined)
    node.edges.push({ field, to: `${subpathOf.get(type.package)}.${type.name}` });
  if (type.of) addEdges(node, field, type.of, subpathOf);
}

/** Breadth first, so that the shortest way round is named. */
function recursion(id, graph) {
  for (const reached of reachable(id, graph)) {
    const way = cycleFrom(reached, graph);
    if (way !== undefined) {
      const where = reached === id ? nameOf(id) : `${nameOf(id)} contains ${nameOf(reached)}, which`;
      return `${where} contains itself (${way.map((field) => field || '[]').join('.')}); schemas of CRDs cannot be recursive`;
    }
  }
  return undefined;
}

function reachable(id, graph) {
  const seen = new Set([id]);
  for (const current of seen) for (const { to } of graph.get(current)?.edges ?? []) if (graph.has(to)) seen.add(to);
  return seen;
}

function cycleFrom(start, graph) {
  const seen = new Set();
  const queue = [{ at: start, way: [] }];
  for (const { at, way } of queue)
    for (const { field, to } of graph.get(at).edges) {
      if (to === start) return [...way, field];
      if (seen.has(to) || !graph.has(to)) continue;
      seen.add(to);
      queue.push({ at: to, way: [...way, field] });
    }
  return undefined;
}

function unreadable(id, graph) {
  for (const reached of reachable(id, graph)) {
    const { type, hasAny } = graph.get(reached);
    if (hasAny) return `${nameOf(reached)}.${hasAny} may be anything, and controller-gen refuses that`;
    if (type.helper && !KNOWN.has(reached))
      return `${nameOf(reached)} has no JSON fields in Go, so controller-gen cannot read it`;
  }
  return undefined;
}

const nameOf = (id) => id.slice(id.indexOf('.') + 1);
