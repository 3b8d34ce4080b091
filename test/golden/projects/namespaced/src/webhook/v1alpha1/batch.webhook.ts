/*
Copyright 2026 Example.
*/

import { webhook } from 'kbts/runtime';
import type { AdmissionContext, Manager, Validator, Verdict } from 'kbts/runtime';
import { Batch } from '../../api/v1alpha1/index.js';

/** Adds the webhooks of Batch to the manager. */
export function setupBatchWebhook(manager: Manager): void {
  manager.add(webhook(Batch).validate(new BatchValidator()));
  // +kubebuilder:scaffold:webhook
}

// To check deletions as well, add "delete" to the verbs.
// +kubebuilder:webhook:path=/validate-jobs-my-domain-v1alpha1-batch,mutating=false,failurePolicy=fail,sideEffects=None,groups=jobs.my.domain,resources=batches,verbs=create;update,versions=v1alpha1,name=vbatch-v1alpha1.jobs.my.domain.kb.io,admissionReviewVersions=v1

/** Refuses changes of a Batch that must not happen. */
export class BatchValidator implements Validator<Batch> {
  /** Return `{ deny: 'why' }` to refuse, or call `context.warn` to accept with a warning. */
  create(batch: Batch, { log }: AdmissionContext): Verdict {
    log.debug('validating creation', { name: batch.metadata.name });

    // TODO(user): your rules for new objects. What a schema or CEL can check belongs in markers of the types.
  }

  update(_old: Batch, batch: Batch, { log }: AdmissionContext): Verdict {
    log.debug('validating update', { name: batch.metadata.name });

    // TODO(user): your rules for changes.
  }

  delete(batch: Batch, { log }: AdmissionContext): Verdict {
    log.debug('validating deletion', { name: batch.metadata.name });

    // TODO(user): your rules for deletions.
  }
}

// +kubebuilder:scaffold:webhook-handlers
