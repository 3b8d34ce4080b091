/** What failures of cluster calls mean to the user. */
import { UserError } from '../../errors.js';
import { type ApiError, findApiError, is } from '../../runtime/client/requests/api-error.js';
import { ConnectionError } from '../../runtime/client/connection/connection-error.js';
import { KubeConfigError } from '../../runtime/client/config/kube-config-error.js';
import type { KubeObject } from '../../runtime/object/meta.js';
import { isCrd } from './apply/apply-order.js';
import { hideValues, valuesOfSecret } from './secrets/hidden-values.js';

/** What was being done. */
export interface FailureContext {
  /** A sentence without its end, such as `cannot apply Deployment a/b`. */
  readonly action: string;
  readonly signal?: AbortSignal;
  /** What the API server was asked to store: values of a Secret are not repeated, though it may quote them. */
  readonly object?: KubeObject;
}

/** A `UserError` for everything that a user can fix; bugs come back as they are. */
export function explainFailure(error: unknown, context: FailureContext): unknown {
  if (error instanceof UserError) return error;
  if (context.signal?.aborted) return interrupted(context.action, error);
  if (error instanceof KubeConfigError) return explainKubeConfig(error, context);
  if (is.noMatch(error)) return unknownKind(error, context);
  const connection = connectionErrorIn(error);
  if (connection) return unreachable(connection, context);
  const api = findApiError(error);
  return api ? withoutSecrets(explainAnswer(api, context), context.object) : error;
}

function withoutSecrets(error: UserError, object: KubeObject | undefined): UserError {
  if (object === undefined) return error;
  const message = hideValues(error.message, valuesOfSecret(object));
  return message === error.message ? error : new UserError(error.code, message, { fix: error.fix });
}

/** The user asked to stop: whatever broke because of it is not worth telling. */
export function interrupted(action: string, cause: unknown): UserError {
  return new UserError(
    'interrupted',
    `stopped on request; ${action.replace(/^cannot /, 'the command did not finish: ')}`,
    {
      fix: 'run the command again: it continues where it stopped',
      cause,
    },
  );
}

function explainKubeConfig(error: KubeConfigError, { action }: FailureContext): UserError {
  const isContext = /there is no context|current-context is not set/.test(error.message);
  const isNone = /there is no cluster to talk to|none of its files exists|there is no such file/.test(error.message);
  const code = isContext ? 'context-unknown' : isNone ? 'no-cluster' : 'kubeconfig-invalid';
  const fix = isContext
    ? 'see the contexts with "kubectl config get-contexts", and choose one with --context'
    : isNone
      ? 'start a cluster (kind, minikube, k3d …), or name its file with --kubeconfig or KUBECONFIG; "kbts dev" needs no cluster at all'
      : 'correct the kubeconfig, or name another with --kubeconfig';
  return new UserError(code, `${action}: ${error.message}`, { fix, cause: error });
}

function unreachable(error: ConnectionError, { action }: FailureContext): UserError {
  return new UserError('no-cluster', `${action}: ${error.message}`, {
    fix: 'start the cluster, or choose another with --context or --kubeconfig ("kubectl config get-contexts" lists them); "kbts dev" needs no cluster at all',
    cause: error,
  });
}

function explainAnswer(error: ApiError, { action, object }: FailureContext): UserError {
  const message = `${action}: ${error.message}`;
  // As `unknown`, because the tests below would narrow the type to nothing.
  const given: unknown = error;
  if (is.unauthorized(given)) {
    return new UserError('unauthorized', message, {
      fix: 'log in again with the tool of your cluster, or choose another user with --context or --kubeconfig',
      cause: error,
    });
  }
  if (/being terminated|is terminating/.test(error.message)) {
    return new UserError('namespace-terminating', message, {
      fix: 'wait until the namespace is gone ("kubectl get namespace") and run the command again, or choose another with --namespace',
      cause: error,
    });
  }
  if (is.forbidden(given)) return explainRefusal(error, message);
  if (/failed calling webhook|conversion webhook for/.test(error.message)) return explainWebhook(error, message);
  if (is.conflict(given)) {
    return new UserError('apply-conflict', message, { fix: 'run the command again', cause: error });
  }
  return new UserError('apply-rejected', `${message}${causesOf(error)}`, {
    fix: isServersFault(error)
      ? 'the API server has trouble; run the command again in a moment'
      : (fixOfChange(error.message, object) ??
        'correct the markers or files that this object comes from (src/, config/), run "kbts manifests" and try again'),
    cause: error,
  });
}

/** What the cluster has is the obstacle: the object itself may be without fault. */
function fixOfChange(message: string, object: KubeObject | undefined): string | undefined {
  if (!object) return undefined;
  const { kind, metadata } = object;
  const isOfCrd = isCrd(object);
  if (isOfCrd && /storedVersions\[\d+\]/.test(message))
    return 'keep this version in src/api (+kubebuilder:unservedversion hides it) until every object has been written again in the new one, and the old one is out of status.storedVersions of the CRD';
  if (!/field is immutable/.test(message)) return undefined;
  if (isOfCrd)
    return `this cannot be changed in a cluster that has the CRD: change it back, or give the kind another name; "kbts uninstall" removes the CRD, and all its objects with it`;
  const where = metadata.namespace === undefined ? '' : ` -n ${metadata.namespace}`;
  return `this cannot be changed in an object that exists: change it back, or delete the object and run the command again: kubectl delete ${kind.toLowerCase()}${where} ${metadata.name}`;
}

function isServersFault(error: ApiError): boolean {
  return error.code >= 500 || error.code === 429;
}

function explainRefusal(error: ApiError, message: string): UserError {
  const isEscalation = error.message.includes('attempting to grant RBAC permissions not currently held');
  if (error.message.includes('violates PodSecurity')) {
    return new UserError('pod-security', message, {
      fix: 'give the pods what the Pod Security level of the namespace asks for (securityContext in config/manager/manager.yaml)',
      cause: error,
    });
  }
  return new UserError('forbidden', message, {
    fix: isEscalation
      ? 'you cannot grant permissions that you do not have: deploy as a cluster administrator, or have one install dist/install.yaml (kbts build-installer)'
      : 'ask a cluster administrator for the right ("kubectl auth can-i --list" shows yours), or choose another user with --context',
    cause: error,
  });
}

/** A webhook that cannot be called stops everything that it is asked about. */
function explainWebhook(error: ApiError, message: string): UserError {
  const converted = /conversion webhook for ([^ ]+, Kind=\S+)/.exec(error.message)?.[1];
  if (converted !== undefined) {
    return new UserError('webhook-unreachable', message, {
      fix: `the CRD of ${converted} names a conversion webhook that gives no answer: start its operator ("kbts deploy", or "kbts run --webhooks")`,
      cause: error,
    });
  }
  const name = /webhook "([^"]+)"/.exec(error.message)?.[1];
  const look = 'kubectl get mutatingwebhookconfigurations,validatingwebhookconfigurations';
  return new UserError('webhook-unreachable', message, {
    fix: `the API server must ask ${name === undefined ? 'a webhook' : `the webhook "${name}"`} and gets no answer: start its operator, or delete its configuration ("${look}" shows them)`,
    cause: error,
  });
}

function unknownKind(error: { message: string; group: string; kind: string }, { action }: FailureContext): UserError {
  const owner = owners.find(([suffix]) => error.group === suffix || error.group.endsWith(`.${suffix}`));
  const fix = owner
    ? `install ${owner[1]} in the cluster first, or switch the component off: kbts edit --disable ${owner[2]}`
    : 'install the CRD of this kind first ("kbts install" for those of this project)';
  return new UserError('kind-not-served', `${action}: ${error.message}`, { fix, cause: error });
}

const owners: readonly (readonly [string, string, string])[] = [
  ['cert-manager.io', 'cert-manager', 'cert-manager (or metrics-tls)'],
  ['monitoring.coreos.com', 'the Prometheus operator', 'prometheus'],
];

function causesOf(error: ApiError): string {
  const causes = (error.status.details?.causes ?? []).filter(({ message }) => message !== undefined);
  if (causes.length < 2) return '';
  return causes.map(({ field, message }) => `\n  ${field === undefined ? '' : `${field}: `}${message}`).join('');
}

function connectionErrorIn(error: unknown): ConnectionError | undefined {
  for (let found = error, depth = 0; found instanceof Error && depth < 8; found = found.cause, depth++)
    if (found instanceof ConnectionError) return found;
  return undefined;
}
