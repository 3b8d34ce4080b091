/** Finds what may be secret in the files of config/, also in those that no parser can read. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readRegularText } from '../../../regular-file.js';

/** Where values of Secrets are: their data, literals of a generator, and patches. */
const valuePlace = /(?:^|[\s{,"'-])(?:data|stringData|literals|patch|value)["']?\s*:/;
const mentionsSecret = /\bSecret\b|\bsecretGenerator\b/;
const separators = /[\s"'`{}[\],:=*!&|>()]+/;
/** Words of manifests and patches, which are never secrets. */
const ordinary = new Set(
  'apiVersion kind metadata name namespace labels annotations type data stringData Secret literals patch value target path replace test remove'.split(
    ' ',
  ),
);

/** Every word that may belong to a secret. */
export async function secretWordsUnder(folder: string): Promise<string[]> {
  const files = await textsUnder(folder);
  const hasGenerator = files.some(({ isYaml, text }) => isYaml && text.includes('secretGenerator'));
  return files.flatMap(({ isYaml, text }) => {
    if (isYaml) return secretWordsIn(text);
    // A generator reads its values from other files.
    return hasGenerator ? wordsOf(text) : [];
  });
}

/** Words of the values in a file of YAML or JSON. */
export function secretWordsIn(text: string): string[] {
  if (!mentionsSecret.test(text)) return [];
  const words: string[] = [];
  let indentOfPlace = -1;
  for (const line of text.split('\n')) {
    const indent = line.length - line.trimStart().length;
    const isInside =
      indentOfPlace >= 0 && (indent > indentOfPlace || line.startsWith('-', indent) || line.trim() === '');
    if (isInside) {
      words.push(...wordsOf(line));
      continue;
    }
    const place = valuePlace.exec(line);
    indentOfPlace = place ? indent : -1;
    if (place) words.push(...wordsOf(line.slice(place.index + place[0].length)));
  }
  return words;
}

function wordsOf(text: string): string[] {
  return text.split(separators).filter((word) => /\w/.test(word) && !ordinary.has(word));
}

interface ConfigText {
  readonly isYaml: boolean;
  readonly text: string;
}

async function textsUnder(folder: string): Promise<ConfigText[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => ({
    isYaml: /\.(?:ya?ml|json)$/.test(entry.name),
    text: readRegularText(path.join(entry.parentPath, entry.name)) ?? '',
  }));
}
