/** Kubeconfig files: read, checked, merged. The only file of the runtime that knows YAML. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as Yaml from 'yaml';
import { deepestYaml, isTooDeep } from '../../../kubernetes/yaml/depth.js';
import { isRecord } from '../../object/json.js';
import { KubeConfigError } from './kube-config-error.js';

/** A cluster, user or context as written in a file, and the file that it came from. */
export interface KubeConfigEntry {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly file: string;
}

/** What one or several files say together. */
export interface KubeConfigFile {
  readonly files: readonly string[];
  readonly currentContext: string | undefined;
  readonly clusters: readonly KubeConfigEntry[];
  readonly users: readonly KubeConfigEntry[];
  readonly contexts: readonly KubeConfigEntry[];
}

/** Reads files that must exist. As in kubectl the first one that names something decides on it. */
export async function readKubeConfig(files: readonly string[]): Promise<KubeConfigFile> {
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await readText(file) })));
  const filled = texts.filter(({ text }) => text.trim() !== '');
  // An empty file says nothing, which is an error only when no other says more.
  const parsed = await Promise.all(
    (filled.length > 0 ? filled : texts).map(({ file, text }) => parseKubeConfig(text, file)),
  );
  return {
    files,
    currentContext: parsed.find(({ currentContext }) => currentContext)?.currentContext,
    clusters: merge(parsed.map(({ clusters }) => clusters)),
    users: merge(parsed.map(({ users }) => users)),
    contexts: merge(parsed.map(({ contexts }) => contexts)),
  };
}

/** Checks the shape; what a cluster or user contains is checked when it is used. */
export async function parseKubeConfig(text: string, file: string): Promise<KubeConfigFile> {
  const content = await parseText(text, file);
  if (content === null || content === undefined)
    throw new KubeConfigError(file, 'it is empty; write it with your cloud tool or kubectl config');
  if (!isRecord(content))
    throw new KubeConfigError(file, 'it is not a kubeconfig: a mapping with clusters, users and contexts is expected');
  const currentContext = content['current-context'] ?? undefined;
  if (currentContext !== undefined && typeof currentContext !== 'string') {
    throw new KubeConfigError(file, 'current-context must be a string');
  }
  return {
    files: [file],
    currentContext: currentContext === '' ? undefined : currentContext,
    clusters: entries(content, 'clusters', 'cluster', file),
    users: entries(content, 'users', 'user', file),
    contexts: entries(content, 'contexts', 'context', file),
  };
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new KubeConfigError(file, 'there is no such file', cause);
    throw new KubeConfigError(file, `it cannot be read (${code ?? String(cause)})`, cause);
  }
}

async function parseText(text: string, file: string): Promise<unknown> {
  // Tools that write for programs write JSON, and then the YAML library need not be loaded.
  if (text.trimStart().startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  if (isTooDeep(text)) throw new KubeConfigError(file, `it is nested deeper than ${deepestYaml} levels`);
  const { LineCounter, parseDocument } = await loadYaml();
  const lineCounter = new LineCounter();
  // Pretty errors quote the line, which may have a token.
  const document = parseDocument(text, { prettyErrors: false, lineCounter });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new KubeConfigError(file, `it is not valid YAML: ${error.code} at line ${line}, column ${col}`);
  }
  try {
    return document.toJS();
  } catch (cause) {
    // Aliases that multiply until nothing is left of the memory, or that point nowhere.
    throw new KubeConfigError(file, `it is not valid YAML: ${cause instanceof Error ? cause.message : ''}`, cause);
  }
}

/** A bundler that splits puts what a CommonJS module exports on `default` only. */
async function loadYaml(): Promise<Pick<typeof Yaml, 'LineCounter' | 'parseDocument'>> {
  const module = await import('yaml');
  return module.default ?? module;
}

function entries(content: Record<string, unknown>, list: string, field: string, file: string): KubeConfigEntry[] {
  const items = content[list] ?? [];
  if (!Array.isArray(items)) throw new KubeConfigError(file, `${list} must be a list`);
  return items.map((item: unknown, index) => {
    if (!isRecord(item) || typeof item['name'] !== 'string') {
      throw new KubeConfigError(file, `${list}[${index}] must be a mapping with a name`);
    }
    const fields = item[field] ?? {};
    if (!isRecord(fields)) throw new KubeConfigError(file, `${list}[${index}].${field} must be a mapping`);
    return { name: item['name'], fields, file };
  });
}

function merge(lists: readonly (readonly KubeConfigEntry[])[]): KubeConfigEntry[] {
  const byName = new Map<string, KubeConfigEntry>();
  for (const entry of lists.flat()) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return [...byName.values()];
}

/** Paths in a kubeconfig are relative to the file. */
export function resolveFrom(entry: KubeConfigEntry, file: string): string {
  return path.resolve(path.dirname(entry.file), file);
}
