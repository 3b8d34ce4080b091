/** Errors that a user can fix. Everything else that is thrown is an internal error. */
import type { Diagnostic } from './model/diagnostic.js';

/** Every code has its entry in docs/errors.md; tests assert codes, never wording. */
export type ErrorCode =
  | 'already-exists'
  | 'already-initialized'
  | 'anchor-missing'
  | 'apply-conflict'
  | 'apply-rejected'
  | 'build-failed'
  | 'bundle-invalid'
  | 'cannot-read'
  | 'cannot-write'
  | 'context-unknown'
  | 'crd-invalid'
  | 'crd-missing'
  | 'crd-not-established'
  | 'delete-stuck'
  | 'drift'
  | 'file-changed'
  | 'file-exists'
  | 'flag-conflict'
  | 'flag-invalid'
  | 'flag-missing'
  | 'folder-not-empty'
  | 'forbidden'
  | 'group-invalid'
  | 'image-missing'
  | 'image-unresolved'
  | 'image-unused'
  | 'interrupted'
  | 'kind-invalid'
  | 'kind-not-served'
  | 'kubeconfig-invalid'
  | 'manager-crashes'
  | 'manager-forbidden'
  | 'manifests-invalid'
  | 'multigroup-needed'
  | 'name-invalid'
  | 'namespace-terminating'
  | 'no-cluster'
  | 'no-sources'
  | 'not-confirmed'
  | 'not-found'
  | 'olm-failed'
  | 'olm-in-use'
  | 'olm-manifests'
  | 'olm-missing'
  | 'outside-project'
  | 'plural-invalid'
  | 'pod-security'
  | 'project-invalid'
  | 'project-missing'
  | 'prompt-aborted'
  | 'render-failed'
  | 'rollout-failed'
  | 'rollout-timeout'
  | 'tool-failed'
  | 'tool-missing'
  | 'tool-outdated'
  | 'tool-unavailable'
  | 'unauthorized'
  | 'version-invalid'
  | 'webhook-blocks'
  | 'webhook-unreachable'
  | 'write-interrupted';

/** Says what is wrong (message) and how to fix it (fix); printed without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly code: ErrorCode;
  readonly fix: string;
  /** What is wrong in the user's sources, when that is the reason. */
  readonly diagnostics: readonly Diagnostic[];
  constructor(
    code: ErrorCode,
    message: string,
    details: { fix: string; cause?: unknown; diagnostics?: readonly Diagnostic[] },
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.fix = details.fix;
    this.diagnostics = details.diagnostics ?? [];
  }
}
