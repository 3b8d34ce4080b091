import { webhook } from 'kbts/runtime';
import type { AdmissionContext, Defaulter, Manager, Validator, Verdict } from 'kbts/runtime';
import { CronJob } from '../../api/v1/index.js';
import { cronJobV2Converter } from '../../api/v2/cron-job.conversion.js';

/** Adds the webhooks of CronJob to the manager. */
export function setupCronJobWebhook(manager: Manager): void {
  const builder = webhook(manager, CronJob);
  builder.defaulter(new CronJobDefaulter());
  builder.validator(new CronJobValidator());
  builder.conversion(cronJobV2Converter);
  // +kubebuilder:scaffold:webhook
  builder.complete();
}

// +kubebuilder:webhook:path=/mutate-batch-tutorial-kubebuilder-io-v1-cronjob,mutating=true,failurePolicy=fail,sideEffects=None,groups=batch.tutorial.kubebuilder.io,resources=cronjobs,verbs=create;update,versions=v1,name=mcronjob-v1.batch.tutorial.kubebuilder.io.kb.io,admissionReviewVersions=v1

/** Fills in what users leave out of a CronJob. */
export class CronJobDefaulter implements Defaulter<CronJob> {
  /** Changes the object; what it leaves alone is stored as the user wrote it. */
  default(cronJob: CronJob, { log }: AdmissionContext): void {
    log.debug('defaulting', { name: cronJob.metadata.name });

    // TODO(user): fill in your defaults. Constants are better off in +kubebuilder:default markers of the types.
  }
}
// To check deletions as well, add "delete" to the verbs.
// +kubebuilder:webhook:path=/validate-batch-tutorial-kubebuilder-io-v1-cronjob,mutating=false,failurePolicy=fail,sideEffects=None,groups=batch.tutorial.kubebuilder.io,resources=cronjobs,verbs=create;update,versions=v1,name=vcronjob-v1.batch.tutorial.kubebuilder.io.kb.io,admissionReviewVersions=v1

/** Refuses changes of a CronJob that must not happen. */
export class CronJobValidator implements Validator<CronJob> {
  /** Return `{ deny: 'why' }` to refuse, or call `context.warn` to accept with a warning. */
  create(cronJob: CronJob, { log }: AdmissionContext): Verdict {
    log.debug('validating creation', { name: cronJob.metadata.name });

    // TODO(user): your rules for new objects. What a schema or CEL can say is better off in markers of the types.
  }

  update(_old: CronJob, cronJob: CronJob, { log }: AdmissionContext): Verdict {
    log.debug('validating update', { name: cronJob.metadata.name });

    // TODO(user): your rules for changes.
  }

  delete(cronJob: CronJob, { log }: AdmissionContext): Verdict {
    log.debug('validating deletion', { name: cronJob.metadata.name });

    // TODO(user): your rules for deletions.
  }
}
// +kubebuilder:scaffold:webhook-handlers
