import { spawnSync } from 'node:child_process';
import { redirectAnnotation } from '../../../../src/commands/cluster/redirection/redirection.js';
import { ValidatingWebhookConfiguration } from '../../../../src/k8s/admissionregistration/v1/index.js';
import type { Client } from '../../../../src/runtime/client/client.js';

/** Makes it look as if the process that redirected a configuration had been killed; `change` changes its mark further. */
export async function markAsEnded(client: Client, name: string, change: object = {}): Promise<void> {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const { metadata } = await client.get(ValidatingWebhookConfiguration, { name });
  const mark = JSON.parse(metadata.annotations?.[redirectAnnotation] ?? '{}') as object;
  const annotations = { [redirectAnnotation]: JSON.stringify({ ...mark, pid, ...change }) };
  await client.patch(
    { kind: ValidatingWebhookConfiguration, name },
    { type: 'merge', body: { metadata: { annotations } } },
  );
}
