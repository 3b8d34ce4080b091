/** Discovery → the names of built-in resources, for messages about RBAC markers. */
import { HEADER } from './names.mjs';

/** `plural:short,Kind/sub,sub` for each resource, by group. */
export function resourcesModule(rows) {
  const groups = new Map();
  for (const { group, plural, kind, shortNames, subresources } of rows) {
    const resources = groups.get(group) ?? new Map();
    groups.set(group, resources);
    const known = resources.get(plural) ?? { kind, shortNames: new Set(), subresources: new Set() };
    resources.set(plural, known);
    for (const name of shortNames) known.shortNames.add(name);
    for (const { name } of subresources) known.subresources.add(name);
  }
  const lines = [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([group, resources]) => {
      const words = [...resources].map(([plural, { kind, shortNames, subresources }]) => {
        const below = subresources.size === 0 ? '' : `/${[...subresources].sort().join(',')}`;
        return `${plural}:${[kind, ...shortNames].join(',')}${below}`;
      });
      const key = /^[a-z]+$/.test(group) ? group : `'${group}'`;
      const text = `'${words.sort().join(' ')}'`;
      // As oxfmt writes it: a string that is too long goes to the next line, except behind a short key.
      return key.length > 4 && key.length + text.length + 5 > 120
        ? `  ${key}:\n    ${text},\n`
        : `  ${key}: ${text},\n`;
    });
  return `${HEADER}export const resources: Readonly<Record<string, string>> = {\n${lines.join('')}};\n`;
}
