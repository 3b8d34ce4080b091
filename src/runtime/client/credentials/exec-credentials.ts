/** Credentials from a program (`users[].user.exec`), as client-go's exec plug-ins. */
import { LONGEST_CREDENTIAL } from '../connection/answer-limit.js';
import path from 'node:path';
import { redactText } from '../../log/redact.js';
import type { ClusterConfig, Credentials, CredentialSource } from '../config/cluster-config.js';
import { ExpiringCredentials } from './expiring-credentials.js';
import { KubeConfigError } from '../config/kube-config-error.js';
import { isRecord } from '../../object/json.js';
import type { KubeConfigEntry } from '../config/kube-config-file.js';

/** The entries that an exec section belongs to. */
export interface ExecSurroundings {
  readonly entry: KubeConfigEntry;
  readonly cluster: KubeConfigEntry;
  readonly clusterPart: ClusterConfig;
}

/** Runs the program when credentials are needed, once for all who wait, and again shortly before they expire. */
export function execCredentials(
  exec: Readonly<Record<string, unknown>>,
  around: ExecSurroundings,
  { timeoutMs = 60_000 }: { timeoutMs?: number } = {},
): CredentialSource {
  const plan = checkExec(exec, around);
  return new ExpiringCredentials(() => runPlugin(plan, timeoutMs));
}

interface ExecPlan {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly isInteractive: boolean;
  readonly installHint: string;
  readonly label: string;
  readonly file: string;
}

function checkExec(exec: Readonly<Record<string, unknown>>, around: ExecSurroundings): ExecPlan {
  const { entry } = around;
  const label = `user "${entry.name}": exec`;
  const fail = (problem: string): KubeConfigError => new KubeConfigError(entry.file, `${label}: ${problem}`);
  const { command, apiVersion, args = [], env = [], interactiveMode = 'IfAvailable' } = exec;
  if (typeof command !== 'string' || command === '') throw fail('command is missing');
  if (typeof apiVersion !== 'string' || !/^client\.authentication\.k8s\.io\/v1(beta1)?$/.test(apiVersion)) {
    throw fail(`apiVersion must be client.authentication.k8s.io/v1 or …/v1beta1, not ${JSON.stringify(apiVersion)}`);
  }
  if (args !== null && !(Array.isArray(args) && args.every((arg) => typeof arg === 'string'))) {
    throw fail('args must be a list of strings');
  }
  const hasTerminal = process.stdin.isTTY === true;
  if (interactiveMode === 'Always' && !hasTerminal) {
    throw fail(`${command} wants to talk to the user (interactiveMode: Always), but there is no terminal`);
  }
  const isInteractive = interactiveMode !== 'Never' && hasTerminal;
  return {
    apiVersion,
    // A path is relative to the kubeconfig; a bare name is looked up on PATH.
    command: /[\\/]/.test(command) ? path.resolve(path.dirname(entry.file), command) : command,
    args: args ?? [],
    env: { ...variables(env), KUBERNETES_EXEC_INFO: execInfo(exec, apiVersion, isInteractive, around) },
    isInteractive,
    installHint: typeof exec['installHint'] === 'string' ? `\n${exec['installHint'].trim()}` : '',
    label,
    file: entry.file,
  };
}

function variables(env: unknown): Record<string, string> {
  if (!Array.isArray(env)) return {};
  return Object.fromEntries(
    env.filter(isRecord).map((variable) => [String(variable['name']), String(variable['value'] ?? '')]),
  );
}

/** What the plug-in receives: which cluster it is for, when it asks for that. */
function execInfo(
  exec: Readonly<Record<string, unknown>>,
  apiVersion: string,
  interactive: boolean,
  { cluster, clusterPart }: ExecSurroundings,
): string {
  const extensions = cluster.fields['extensions'];
  const own = Array.isArray(extensions)
    ? extensions.filter(isRecord).find(({ name }) => name === 'client.authentication.k8s.io/exec')
    : undefined;
  const info = {
    server: clusterPart.server,
    'tls-server-name': clusterPart.tlsServerName,
    'insecure-skip-tls-verify': clusterPart.insecureSkipTlsVerify,
    'certificate-authority-data': cluster.fields['certificate-authority-data'],
    'proxy-url': clusterPart.proxyUrl,
    config: own?.['extension'],
  };
  const spec = { interactive, ...(exec['provideClusterInfo'] === true ? { cluster: info } : {}) };
  return JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
}

async function runPlugin(plan: ExecPlan, timeoutMs: number): Promise<{ credentials: Credentials; expiresAt?: Date }> {
  const fail = (problem: string, cause?: unknown): KubeConfigError =>
    new KubeConfigError(plan.file, `${plan.label}: ${problem}`, cause);
  // Loaded late, as operators in a cluster never need it.
  const { spawn } = await import('node:child_process');
  const output = await new Promise<string>((resolve, reject) => {
    // Never through a shell: arguments come from a file.
    const child = spawn(plan.command, plan.args, {
      env: { ...process.env, ...plan.env },
      stdio: [plan.isInteractive ? 'inherit' : 'ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.length <= LONGEST_CREDENTIAL) return;
      stop();
      reject(fail(`${plan.command} printed more than ${LONGEST_CREDENTIAL} characters`));
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-2000)));
    // Not asked to end, but ended: and nothing waits for whoever still has its output open.
    const stop = (): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const timer = setTimeout(() => {
      stop();
      reject(fail(`${plan.command} did not end within ${timeoutMs / 1000} s: ${redactText(stderr.trim())}`));
    }, timeoutMs);
    child.on('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'ENOENT' ? `${plan.command} was not found${plan.installHint}` : cause.message;
      clearTimeout(timer);
      reject(fail(why, cause));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(stdout);
      else reject(fail(`${plan.command} failed (${signal ?? `exit code ${code}`}): ${redactText(stderr.trim())}`));
    });
  });
  return parseCredential(output, plan, fail);
}

function parseCredential(output: string, plan: ExecPlan, fail: (problem: string, cause?: unknown) => KubeConfigError) {
  let credential: { apiVersion?: string; kind?: string; status?: Record<string, string | undefined> };
  try {
    credential = (JSON.parse(output) ?? {}) as typeof credential;
  } catch (cause) {
    // Neither what it printed nor the parser's error, which quotes it: it may be a token.
    const isSyntax = cause instanceof SyntaxError;
    throw fail(`${plan.command} printed ${output.length} characters that are not JSON`, isSyntax ? undefined : cause);
  }
  if (credential.kind !== 'ExecCredential' || credential.apiVersion !== plan.apiVersion) {
    throw fail(`${plan.command} did not print an ExecCredential of ${plan.apiVersion}`);
  }
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = credential.status ?? {};
  if (!token && !(cert && key)) throw fail(`${plan.command} printed neither a token nor a certificate with its key`);
  const expiresAt = expirationTimestamp ? new Date(expirationTimestamp) : undefined;
  if (Number.isNaN(expiresAt?.getTime())) {
    throw fail(`${plan.command} printed an expirationTimestamp that is not a time`);
  }
  return { credentials: { token, cert, key }, expiresAt };
}
