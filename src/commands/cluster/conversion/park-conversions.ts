/** Leaves no CRD behind whose versions nothing converts. */
import { CustomResourceDefinition } from '../../../k8s/apiextensions/v1/index.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import type { Client, JsonPatchOperation } from '../../../runtime/client/client.js';
import type { CommandProgress } from '../command-progress.js';
import { converterMissing, storedVersion } from './conversion.js';

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

/** What was done, in a sentence; undefined when nothing had to be done. */
export async function park(client: Client, name: string): Promise<string | undefined> {
  try {
    const crd = await client.find(CustomResourceDefinition, { name });
    const missing = crd ? await converterMissing(client, crd) : undefined;
    const stored = crd ? storedVersion(crd) : undefined;
    if (!crd || missing === undefined || stored === undefined) return undefined;
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
