import type { GoDuration, ObjectName } from './shared.types.js';

/** What actions share. */
interface Action {
  /** How long it may take. */
  timeout?: GoDuration;
  /** Runs no hooks. */
  disableHooks?: boolean;
  /** Does not wait for objects. */
  disableWait?: boolean;
}

/** What installing and upgrading share. */
interface Deploying extends Action {
  /** Does not wait for Jobs. */
  disableWaitForJobs?: boolean;
  /** Does not take over objects of others. */
  disableTakeOwnership?: boolean;
  /** Does not check against the cluster's OpenAPI. */
  disableOpenAPIValidation?: boolean;
  /** Does not check values against the chart's schema. */
  disableSchemaValidation?: boolean;
  /** What becomes of CRDs. */
  crds?: 'Skip' | 'Create' | 'CreateReplace';
}

/** How to install. */
export interface Install extends Deploying {
  /** What to do after a failure. */
  strategy?: InstallStrategy;
  /** How to remedy a failure. */
  remediation?: Remediation;
  /** Uses the name again, even after a failure. */
  replace?: boolean;
  /** Leaves out CRDs. */
  // Deprecated in favour of crds.
  skipCRDs?: boolean;
  /** Makes the namespace. */
  createNamespace?: boolean;
  /** Applies on the server. */
  serverSideApply?: boolean;
}

/** What to do after a failure. */
interface Strategy {
  /** Try again, or remedy. */
  name: 'RemediateOnFailure' | 'RetryOnFailure';
  /** How often to try again. */
  retryInterval?: GoDuration;
}

/** What to do when installing failed. */
// +kubebuilder:validation:XValidation:rule="!has(self.retryInterval) || self.name != 'RemediateOnFailure'",message=".retryInterval cannot be set when .name is 'RemediateOnFailure'"
export interface InstallStrategy extends Strategy {}

/** What to do when upgrading failed. */
// +kubebuilder:validation:XValidation:rule="!has(self.retryInterval) || self.name == 'RetryOnFailure'",message=".retryInterval can only be set when .name is 'RetryOnFailure'"
export interface UpgradeStrategy extends Strategy {}

/** How to remedy a failure. */
export interface Remediation {
  /** How often. */
  retries?: number;
  /** Whether failing tests are no failure. */
  ignoreTestFailures?: boolean;
  /** Whether the last failure is remedied as well. */
  remediateLastFailure?: boolean;
}

/** How to remedy a failed upgrade. */
export interface UpgradeRemediation extends Remediation {
  /** By which action. */
  strategy?: 'rollback' | 'uninstall';
}

/** How to upgrade. */
export interface Upgrade extends Deploying {
  /** What to do after a failure. */
  strategy?: UpgradeStrategy;
  /** How to remedy a failure. */
  remediation?: UpgradeRemediation;
  /** Replaces objects that cannot be patched. */
  force?: boolean;
  /** Keeps the values of the last release. */
  preserveValues?: boolean;
  /** Removes new objects after a failure. */
  cleanupOnFail?: boolean;
  /** Applies on the server. */
  serverSideApply?: ServerSideApplyMode;
  /** What to do when the chart has another name. */
  chartNameChangeStrategy?: 'InPlaceUpdate' | 'Reinstall';
}

/** Whether to apply on the server. */
export type ServerSideApplyMode = 'enabled' | 'disabled' | 'auto';

/** How to test. */
export interface ReleaseTest {
  /** Whether to test at all. */
  enable?: boolean;
  /** How long tests may take. */
  timeout?: GoDuration;
  /** Whether failing tests are no failure. */
  ignoreFailures?: boolean;
  /** Which tests. */
  filters?: Filter[];
}

/** A test to run, or to leave out. */
export interface Filter {
  /** Its name. */
  name: ObjectName;
  /** Leaves it out. */
  exclude?: boolean;
}

/** How to roll back. */
export interface Rollback extends Action {
  /** Does not wait for Jobs. */
  disableWaitForJobs?: boolean;
  /** Restarts pods. */
  recreate?: boolean;
  /** Replaces objects that cannot be patched. */
  force?: boolean;
  /** Removes new objects after a failure. */
  cleanupOnFail?: boolean;
  /** Applies on the server. */
  serverSideApply?: ServerSideApplyMode;
}

/** How to uninstall. */
export interface Uninstall extends Action {
  /** Keeps Helm's records. */
  keepHistory?: boolean;
  /** How dependents are removed. */
  // +kubebuilder:default=background
  deletionPropagation?: 'background' | 'foreground' | 'orphan';
}
