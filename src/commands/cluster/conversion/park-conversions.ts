/** Leaves no CRD behind whose versions nothing converts. */
import { CustomResourceDefinition } from '../../../k8s/apiextensions/v1/index.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import type { Client, JsonPatchOperation } from '../../../runtime/client/client.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import type { CommandProgress } from '../command-progress.js';
import { converterMissing, converterOf, storedVersion } from './conversion.js';

/**
 * Disposing of it looks at these CRDs. Where nothing converts any more, the conversion is switched off and only the stored
 * version is served: other versions would be wrong without it, and with it every request for them would fail late and
 * with riddles. The next `kbts install` or `kbts deploy` serves them again.
 */
export function parkConversions(
  client: Client,
  crds: readonly string[],
  progress: Pick<CommandProgress, 'warn'>,
): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      for (const name of crds) {
        const message = await park(client, name);
        if (message !== undefined) progress.warn(message);
      }
    },
  };
}

/** The same, at once, for those CRDs that one of these Services converts. */
export async function parkConvertedBy(
  client: Client,
  crds: readonly string[],
  services: readonly KubeObject[],
  progress: Pick<CommandProgress, 'warn'>,
): Promise<void> {
  const places = new Set(services.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
  for (const name of crds) {
    const crd = await client.find(CustomResourceDefinition, { name });
    const service = crd && converterOf(crd)?.service;
    if (!service || !places.has(`${service.namespace}/${service.name}`)) continue;
    const message = await park(client, name);
    if (message !== undefined) progress.warn(message);
  }
}

/** What was done, in a sentence; undefined when nothing had to be done. */
export async function park(client: Client, name: string): Promise<string | undefined> {
  try {
    const crd = await client.find(CustomResourceDefinition, { name });
    const missing = crd ? await converterMissing(client, crd) : undefined;
    const stored = crd ? storedVersion(crd) : undefined;
    if (!crd || missing === undefined || stored === undefined) return undefined;
    const older = (crd.status?.storedVersions ?? []).filter((version) => version !== stored);
    if (older.length > 0) return notParked(name, older, stored, missing);
    const replace = (path: string, value: unknown): JsonPatchOperation => ({ op: 'replace', path, value });
    const operations = [
      replace('/spec/conversion', { strategy: 'None' }),
      ...crd.spec.versions.flatMap((version, index) =>
        version.name === stored ? [] : [replace(`/spec/versions/${index}/served`, false)],
      ),
    ];
    const target = { kind: CustomResourceDefinition, name };
    await client.patch(target, { type: 'json', operations }, { fieldManager: 'kbts-run' });
    // Or these fields would be another manager's, and the next install would be in conflict with this run.
    const { managedFields = [] } = crd.metadata;
    await client.patch(target, { type: 'merge', body: { metadata: { managedFields } } });
    return `${name} now serves ${stored} alone, because nothing converts its versions any more: the converter was ${missing}. "kbts run --install --webhooks" and "kbts deploy" serve all of them again`;
  } catch (error) {
    if (is.forbidden(error)) return undefined;
    throw error;
  }
}

/** Without its converter the API server would read an object of an older version as if it were a new one, and drop fields. */
function notParked(name: string, older: readonly string[], stored: string, missing: string): string {
  return `${name} may have objects that are stored as ${older.join(', ')}, and nothing converts them to ${stored} any more: the converter was ${missing}. Until "kbts deploy" or "kbts run --webhooks" runs it again, they cannot be read, changed or deleted, nor can their namespaces`;
}
