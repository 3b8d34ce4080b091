/** The last check of webhooks: what the API server would reject in the configurations as they were emitted. */
import type { EmittedFile } from '../emitter/emit.js';
import { findings } from '../kubernetes/field.js';
import { mutatingWebhooks, validatingWebhooks } from '../kubernetes/admission/webhook-rules.js';
import type { JsonObject } from '../kubernetes/json/json-value.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { ApiModel } from '../model/model.js';
import { at } from './report.js';

const RULES = {
  MutatingWebhookConfiguration: mutatingWebhooks,
  ValidatingWebhookConfiguration: validatingWebhooks,
};

/** An error at its marker for everything that the API server would reject. */
export function checkWebhookConfigurations(
  files: readonly EmittedFile[],
  { webhooks }: Pick<ApiModel, 'webhooks'>,
): Diagnostic[] {
  return files.flatMap(({ objects }) =>
    objects.flatMap((object) => {
      const kind = String(object['kind']);
      if (kind !== 'MutatingWebhookConfiguration' && kind !== 'ValidatingWebhookConfiguration') return [];
      const isMutating = kind === 'MutatingWebhookConfiguration';
      const emitted = object['webhooks'] as readonly { readonly name: string }[];
      return findings(object as JsonObject, '', RULES[kind]).map(({ field, message }) => {
        const name = emitted[Number(/^webhooks\[(\d+)\]/.exec(field)?.[1])]?.name;
        const webhook = webhooks.find((candidate) => candidate.isMutating === isMutating && candidate.name === name);
        return at(webhook?.origin, {
          severity: 'error',
          code: 'webhook-invalid',
          message: `the API server rejects the webhook${name === undefined ? '' : ` "${name}"`}: ${field}: ${message}`,
          fix: 'change the marker at this place',
        });
      });
    }),
  );
}
