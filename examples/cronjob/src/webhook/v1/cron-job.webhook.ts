import { webhook } from 'kbts/runtime';
import type { Defaulter, FieldCause, Manager, Validator, Verdict } from 'kbts/runtime';
import { CronJob } from '../../api/v1/index.js';
import { cronJobV2Converter } from '../../api/v2/cron-job.conversion.js';
import { parseSchedule, ScheduleError } from '../../schedule/cron.js';

/** Adds the webhooks of CronJob to the manager. */
export function setupCronJobWebhook(manager: Manager): void {
  manager.add(webhook(CronJob).default(new CronJobDefaulter()));
  manager.add(webhook(CronJob).validate(new CronJobValidator()));
  manager.add(webhook(CronJob).convert(cronJobV2Converter));
  // +kubebuilder:scaffold:webhook
}

// +kubebuilder:webhook:path=/mutate-batch-tutorial-kubebuilder-io-v1-cronjob,mutating=true,failurePolicy=fail,sideEffects=None,groups=batch.tutorial.kubebuilder.io,resources=cronjobs,verbs=create;update,versions=v1,name=mcronjob-v1.batch.tutorial.kubebuilder.io.kb.io,admissionReviewVersions=v1

/** Fills in what users leave out of a CronJob. */
export class CronJobDefaulter implements Defaulter<CronJob> {
  /** Constants could be in `+kubebuilder:default` markers as well, as that of `concurrencyPolicy` does. */
  default({ spec }: CronJob): void {
    spec.suspend ??= false;
    spec.successfulJobsHistoryLimit ??= 3;
    spec.failedJobsHistoryLimit ??= 1;
  }
}

// +kubebuilder:webhook:path=/validate-batch-tutorial-kubebuilder-io-v1-cronjob,mutating=false,failurePolicy=fail,sideEffects=None,groups=batch.tutorial.kubebuilder.io,resources=cronjobs,verbs=create;update,versions=v1,name=vcronjob-v1.batch.tutorial.kubebuilder.io.kb.io,admissionReviewVersions=v1

/** Refuses a CronJob that could never run. */
export class CronJobValidator implements Validator<CronJob> {
  create(cronJob: CronJob): Verdict {
    return verdictOn([...problemsOfName(cronJob), ...problemsOfSchedule(cronJob)]);
  }

  /** A name cannot change, so nobody is bothered with it again. */
  update(_old: CronJob, cronJob: CronJob): Verdict {
    return verdictOn(problemsOfSchedule(cronJob));
  }
}

function verdictOn(causes: readonly FieldCause[]): Verdict {
  if (causes.length > 0) return { deny: causes.map(({ message }) => message).join('; '), causes };
}

/** A dash and eight digits are added to make the name of a Job, which may have 63 characters; eleven leave some room. */
function problemsOfName({ metadata }: CronJob): FieldCause[] {
  const { name = '' } = metadata;
  if (name.length <= 52) return [];
  return [{ field: 'metadata.name', message: `the name has ${name.length} characters, and may have 52` }];
}

function problemsOfSchedule({ spec }: CronJob): FieldCause[] {
  try {
    parseSchedule(spec.schedule);
    return [];
  } catch (error) {
    if (error instanceof ScheduleError) return [{ field: 'spec.schedule', message: error.message }];
    throw error;
  }
}
// +kubebuilder:scaffold:webhook-handlers
