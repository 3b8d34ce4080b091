/** Many big schemas → one table in which every distinct node stands once. */

/** Keywords whose values are schemas. */
const SINGLE = new Set(['items', 'additionalProperties', 'not']);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf']);

/**
 * A table is `{ nodes, maps, types }`: nodes refer to nodes by number, and to their `properties` by the number of a map
 * from name to node. `schemas` maps a subpath to a map from type name to schema.
 */
export function internSchemas(schemas) {
  const table = new Interner();
  const types = {};
  for (const [subpath, byName] of sorted(schemas)) {
    types[subpath] = {};
    for (const [name, schema] of sorted(byName)) types[subpath][name] = table.node(schema);
  }
  return { nodes: table.nodes, maps: table.maps, types };
}

class Interner {
  nodes = [];
  maps = [];
  #numbers = new Map();

  node(schema) {
    const packed = {};
    for (const [keyword, value] of sorted(schema)) packed[keyword] = this.#keyword(keyword, value);
    return this.#intern(packed, this.nodes, 'n');
  }

  #keyword(keyword, value) {
    if (keyword === 'properties') return this.#map(value);
    if (SINGLE.has(keyword) && typeof value === 'object') return this.node(value);
    if (LISTS.has(keyword)) return value.map((branch) => this.node(branch));
    return value;
  }

  #map(properties) {
    const packed = Object.fromEntries(sorted(properties).map(([name, schema]) => [name, this.node(schema)]));
    return this.#intern(packed, this.maps, 'm');
  }

  #intern(packed, list, kind) {
    const key = kind + JSON.stringify(packed);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, list.length);
    return list.push(packed) - 1;
  }
}

const sorted = (record) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
