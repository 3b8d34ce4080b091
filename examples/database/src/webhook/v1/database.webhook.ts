import { webhook } from 'kbts/runtime';
import type { AdmissionContext, Defaulter, Manager, Validator, Verdict } from 'kbts/runtime';
import { Database } from '../../api/v1/index.js';
import { databaseV1alpha1Converter } from '../../api/v1alpha1/database.conversion.js';

/** Adds the webhooks of Database to the manager. */
export function setupDatabaseWebhook(manager: Manager): void {
  manager.add(webhook(Database).default(new DatabaseDefaulter()));
  manager.add(webhook(Database).validate(new DatabaseValidator()));
  manager.add(webhook(Database).convert(databaseV1alpha1Converter));
  // +kubebuilder:scaffold:webhook
}

// +kubebuilder:webhook:path=/mutate-data-my-domain-v1-database,mutating=true,failurePolicy=fail,sideEffects=None,groups=data.my.domain,resources=databases,verbs=create;update,versions=v1,name=mdatabase-v1.data.my.domain.kb.io,admissionReviewVersions=v1

const newest = { postgres: '17', mysql: '8.4' } as const;

/** Fills in what users leave out of a Database. */
export class DatabaseDefaulter implements Defaulter<Database> {
  /** Here and not in a marker: it follows from another field. */
  default({ spec }: Database): void {
    spec.version ??= newest[spec.engine];
  }
}

// To check deletions as well, add "delete" to the verbs.
// +kubebuilder:webhook:path=/validate-data-my-domain-v1-database,mutating=false,failurePolicy=fail,sideEffects=None,groups=data.my.domain,resources=databases,verbs=create;update,versions=v1,name=vdatabase-v1.data.my.domain.kb.io,admissionReviewVersions=v1

/** Refuses changes of a Database that must not happen. */
export class DatabaseValidator implements Validator<Database> {
  create({ spec }: Database, { warn }: AdmissionContext): Verdict {
    if (!spec.backup) warn('this database has no backup');
  }

  update(old: Database, { spec }: Database): Verdict {
    if (spec.engine !== old.spec.engine)
      return { deny: 'the engine cannot change: make a new database, and move the data' };
    if (bytesOf(spec.storage) < bytesOf(old.spec.storage)) return { deny: 'volumes cannot shrink' };
  }
}

const units: Readonly<Record<string, number>> = { Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };

function bytesOf(quantity: unknown): number {
  const [, count = '1', unit = 'Gi'] = /^(\d+)(Mi|Gi|Ti)$/.exec(String(quantity)) ?? [];
  return Number(count) * (units[unit] ?? 1);
}

// +kubebuilder:scaffold:webhook-handlers
