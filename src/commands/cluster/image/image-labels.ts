/** Labels that every image should have, from what package.json says. */
import path from 'node:path';
import { asMap, readJson } from '../../read-json.js';
import { parseImage } from './image-reference.js';

/** `org.opencontainers.image.*`. No time and no machine: the same sources give the same labels. */
export async function imageLabels(root: string, image: string): Promise<Record<string, string>> {
  const manifest = asMap(await readJson(path.join(root, 'package.json')));
  const { tag } = parseImage(image);
  const repository: unknown = asMap(manifest['repository'])['url'] ?? manifest['repository'];
  const values: Readonly<Record<string, unknown>> = {
    title: manifest['name'],
    description: manifest['description'],
    version: tag !== undefined && /^v?\d+\.\d/.test(tag) ? tag.replace(/^v/, '') : manifest['version'],
    licenses: manifest['license'],
    source: typeof repository === 'string' ? webAddress(repository) : undefined,
    url: manifest['homepage'],
  };
  const named = Object.entries(values).filter((pair): pair is [string, string] => isText(pair[1]));
  return Object.fromEntries(named.map(([key, value]) => [`org.opencontainers.image.${key}`, value]));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !/[\n\r]/.test(value);
}

/** `git+https://github.com/a/b.git` and `github:a/b` as people open them. */
function webAddress(repository: string): string | undefined {
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(repository)?.[1];
  if (short !== undefined) return `https://github.com/${short}`;
  const address = repository.replace(/^git\+/, '').replace(/\.git$/, '');
  return /^https?:\/\//.test(address) ? address : undefined;
}
