/** A kubeconfig that acts as somebody else with the credentials of the one in use. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type KubeConfigEntry, readKubeConfig, resolveFrom } from '../../../runtime/client/config/kube-config-file.js';
import { isRecord } from '../../../runtime/object/json.js';
import { removeCacheFile, writeCacheFile } from '../../cache-files.js';
import type { ClusterFlags } from '../command-progress.js';

const NAME = 'kbts-run';
const FILE_FIELDS = ['client-certificate', 'client-key', 'tokenFile'];

/** Files that `KUBECONFIG` may name. */
export interface ImpersonatingKubeconfig extends AsyncDisposable {
  /** The value of `KUBECONFIG`. */
  readonly files: string;
}

/** Writes the user and the context in front of the files that are in use; the file goes when it is disposed of. */
export async function impersonatingKubeconfig(
  as: string,
  { kubeconfig, context }: ClusterFlags,
  { env, root }: { readonly env: Readonly<Record<string, string | undefined>>; readonly root: string },
): Promise<ImpersonatingKubeconfig> {
  const named = kubeconfig ?? (env['KUBECONFIG'] || path.join(env['HOME'] || homedir(), '.kube', 'config'));
  const given = kubeconfig === undefined ? named.split(path.delimiter).filter((file) => file !== '') : [named];
  const files = given.map((file) => path.resolve(file));
  const config = await readKubeConfig(presentOf(files));
  const chosen = config.contexts.find(({ name }) => name === (context ?? config.currentContext));
  const user = config.users.find(({ name }) => name === chosen?.fields['user']);
  const text = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    users: [{ name: NAME, user: { ...(user === undefined ? {} : fieldsOf(user)), as } }],
    contexts: [{ name: NAME, context: { ...chosen?.fields, user: NAME } }],
    'current-context': NAME,
  });
  const name = `run-${process.pid}.kubeconfig`;
  const file = writeCacheFile(root, name, `${text}\n`);
  return {
    files: [file, ...files].join(path.delimiter),
    [Symbol.asyncDispose]: async () => removeCacheFile(root, name),
  };
}

/** As kubectl does, files that do not exist are passed over, unless there is no other. */
function presentOf(files: readonly string[]): string[] {
  const present = files.filter((file) => existsSync(file));
  return present.length === 0 ? [...files] : present;
}

/** Relative files start from the file that names them, which the new one is not. */
function fieldsOf(user: KubeConfigEntry): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...user.fields };
  for (const field of FILE_FIELDS) {
    const file = fields[field];
    if (typeof file === 'string') fields[field] = resolveFrom(user, file);
  }
  const { exec } = fields;
  if (isRecord(exec) && typeof exec['command'] === 'string' && exec['command'].includes(path.sep))
    fields['exec'] = { ...exec, command: resolveFrom(user, exec['command']) };
  return fields;
}
