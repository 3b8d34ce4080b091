/** The flags of an operator: those of kubebuilder's main, so that its manifests fit. */
import { secureOptions, type TlsSettings, TlsSettingsError } from '../../../certificate/tls-settings.js';
import type { LoggerOptions } from '../../log/pino-logger.js';
import { describeFlags, type FlagDefinition, FlagError, parseFlags, type FlagValues } from './flag-parser.js';
import type { CertificateFiles, ManagerOptions, ManagerWebhookOptions } from '../manager-options.js';

const FLAGS: Readonly<Record<string, FlagDefinition>> = {
  kubeconfig: { type: 'text', help: 'kubeconfig file; only needed outside a cluster' },
  'metrics-bind-address': { type: 'text', help: 'address of the metrics, such as :8443; 0 for none', default: '0' },
  'metrics-secure': {
    type: 'switch',
    help: 'serve metrics and profiles over HTTPS, to those who are allowed to',
    default: 'true',
  },
  'metrics-cert-path': { type: 'text', help: 'folder of the metrics certificate; self-signed without' },
  'metrics-cert-name': { type: 'text', help: 'file of the metrics certificate', default: 'tls.crt' },
  'metrics-cert-key': { type: 'text', help: 'file of the key of the metrics certificate', default: 'tls.key' },
  'health-probe-bind-address': { type: 'text', help: 'address of /healthz and /readyz; 0 for none', default: ':8081' },
  'profiling-bind-address': { type: 'text', help: 'address of /debug/pprof; 0 for none', default: '0' },
  'leader-elect': { type: 'switch', help: 'let only one of several replicas work', default: 'false' },
  'webhook-cert-path': { type: 'text', help: 'folder of the webhook certificate; managed by kbts without' },
  'webhook-cert-name': { type: 'text', help: 'file of the webhook certificate', default: 'tls.crt' },
  'webhook-cert-key': { type: 'text', help: 'file of the key of the webhook certificate', default: 'tls.key' },
  'webhook-client-ca-file': {
    type: 'text',
    help: 'file of the CA that certificates of callers of webhooks must come from; anybody may call without',
  },
  'webhook-port': { type: 'number', help: 'port of the webhooks; negative for none', default: '9443' },
  'tls-min-version': {
    type: 'text',
    help: 'oldest TLS of webhooks, metrics and profiles: VersionTLS12 or VersionTLS13',
    default: 'VersionTLS12',
  },
  'tls-cipher-suites': { type: 'text', help: 'cipher suites of those servers, with commas; those of Node without' },
  'enable-http2': { type: 'switch', help: 'accepted for compatibility; servers speak HTTP/1.1', default: 'false' },
  'zap-devel': { type: 'switch', help: 'log for people, with debug lines' },
  'zap-encoder': { type: 'text', help: 'json or console' },
  'zap-log-level': { type: 'text', help: 'error, info, debug, or a number above 0 for debug' },
  'zap-stacktrace-level': { type: 'text', help: 'accepted for compatibility; errors always have their stack' },
  'zap-time-encoding': {
    type: 'text',
    help: 'rfc3339, rfc3339nano, iso8601, epoch, millis or nanos',
    default: 'rfc3339',
  },
  help: { type: 'switch', help: 'show this help' },
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The outside world, for tests. */
export interface FlagSurroundings {
  readonly env?: Environment;
  readonly print?: (text: string) => void;
  readonly exit?: (code: number) => never;
}

/**
 * Options of a manager from its command line. `defaults` has what flags do not say; leader election
 * takes part only with `--leader-elect`. `--help` prints all flags and exits with 0; a wrong flag
 * prints what is wrong and exits with 2. `ENABLE_WEBHOOKS=false` switches webhooks off; `POD_NAMESPACE`,
 * `WEBHOOK_SERVICE_NAME`, `WEBHOOK_SECRET_NAME`, `WEBHOOK_MUTATING_CONFIGURATION` and
 * `WEBHOOK_VALIDATING_CONFIGURATION` say where the pod is and who calls its webhooks, `WEBHOOK_HOST` on which address
 * they listen.
 * @example
 * ```ts
 * const leaderElection = { id: 'guestbook.my.domain' };
 * const options = managerFlags(['--leader-elect', '--metrics-bind-address=:8443'], { leaderElection });
 * console.log(options.metrics && options.metrics.bind); // :8443
 * ```
 */
export function managerFlags(
  argv: readonly string[],
  defaults: ManagerOptions = {},
  surroundings: FlagSurroundings = {},
): ManagerOptions {
  const {
    env = process.env,
    print = (text) => process.stderr.write(text),
    exit = (code) => process.exit(code),
  } = surroundings;
  try {
    const values = parseFlags(argv, FLAGS);
    if (values.get('help') === true) {
      print(`Flags of this operator:\n${describeFlags(FLAGS)}`);
      return exit(0);
    }
    return optionsFrom(values, defaults, env);
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    print(`error: ${error.message}\n  fix: see --help for all flags\n`);
    return exit(2);
  }
}

function optionsFrom(values: FlagValues, defaults: ManagerOptions, env: Environment): ManagerOptions {
  const text = (name: string): string | undefined => values.get(name)?.toString();
  const areWebhooksOff = env['ENABLE_WEBHOOKS'] === 'false' || Number(values.get('webhook-port') ?? 0) < 0;
  const logging = loggingFrom(values);
  const tls = tlsFrom(values);
  return {
    ...defaults,
    ...(tls && { tls: { ...defaults.tls, ...tls } }),
    ...(text('kubeconfig') === undefined ? {} : { kubeconfig: text('kubeconfig') }),
    leaderElection: values.get('leader-elect') === true ? electionFrom(defaults, env) : false,
    metrics: metricsFrom(values, defaults),
    health:
      defaults.health === false
        ? false
        : {
            ...defaults.health,
            bind: text('health-probe-bind-address') ?? (defaults.health ? defaults.health.bind : ':8081'),
          },
    profiling: profilingFrom(values, defaults),
    webhooks: areWebhooksOff ? false : webhooksFrom(values, defaults, env),
    ...(Object.keys(logging).length === 0 ? {} : { logging: { ...defaults.logging, ...logging } }),
  };
}

function electionFrom({ leaderElection }: ManagerOptions, env: Environment): ManagerOptions['leaderElection'] {
  if (!leaderElection)
    throw new FlagError(
      '--leader-elect: this operator has no election id; give managerFlags { leaderElection: { id } }',
    );
  const namespace = env['POD_NAMESPACE'];
  return { ...(namespace ? { namespace } : {}), ...leaderElection };
}

function metricsFrom(values: FlagValues, { metrics }: ManagerOptions): ManagerOptions['metrics'] {
  const given = values.get('metrics-bind-address')?.toString();
  const bind = given ?? (metrics ? metrics.bind : '0');
  if (bind === '0' || bind === '') return false;
  return { ...metrics, bind, secure: isSecure(values, metrics), ...filesFrom(values, 'metrics') };
}

function webhooksFrom(values: FlagValues, { webhooks }: ManagerOptions, env: Environment): ManagerOptions['webhooks'] {
  if (webhooks === false) return false;
  const port = values.get('webhook-port');
  // 0 means the default in kubebuilder's flag, not any free port.
  const chosen = typeof port === 'number' && port > 0 ? { port } : {};
  const ca = values.get('webhook-client-ca-file')?.toString();
  if (ca === '') throw new FlagError('--webhook-client-ca-file is empty: name a file, or leave the flag out');
  const callers = ca === undefined ? {} : { clientCaFile: ca };
  const address = env['WEBHOOK_HOST'] ? { host: env['WEBHOOK_HOST'] } : {};
  return { ...address, ...serviceFrom(env), ...webhooks, ...chosen, ...callers, ...filesFrom(values, 'webhook') };
}

function tlsFrom(values: FlagValues): TlsSettings | undefined {
  const version = values.get('tls-min-version')?.toString();
  const suites = values.get('tls-cipher-suites')?.toString();
  if (version === undefined && suites === undefined) return undefined;
  const cipherSuites = suites?.split(',').map((name) => name.trim());
  const tls = {
    ...(version === undefined ? {} : { minVersion: pick('tls-min-version', version, TLS_VERSIONS) }),
    ...(cipherSuites === undefined ? {} : { cipherSuites }),
  };
  try {
    secureOptions(tls);
  } catch (error) {
    throw error instanceof TlsSettingsError ? new FlagError(`--tls-cipher-suites: ${error.message}`) : error;
  }
  return tls;
}

const TLS_VERSIONS = { VersionTLS12: 'TLSv1.2', VersionTLS13: 'TLSv1.3' } as const;

/** What the generated Deployment tells its pod. */
function serviceFrom(env: Environment): ManagerWebhookOptions {
  const { WEBHOOK_SERVICE_NAME: name, WEBHOOK_SECRET_NAME: secretName, POD_NAMESPACE: namespace } = env;
  if (!name || !namespace) return {};
  return { service: { name, namespace }, ...(secretName ? { secretName } : {}), ...configurationsFrom(env) };
}

function configurationsFrom(env: Environment): ManagerWebhookOptions {
  const { WEBHOOK_MUTATING_CONFIGURATION: mutating, WEBHOOK_VALIDATING_CONFIGURATION: validating } = env;
  if (!mutating && !validating) return {};
  return {
    configurations: { ...(mutating && { mutating: [mutating] }), ...(validating && { validating: [validating] }) },
  };
}

function profilingFrom(values: FlagValues, { profiling, metrics }: ManagerOptions): ManagerOptions['profiling'] {
  const given = values.get('profiling-bind-address')?.toString();
  const bind = given ?? (profiling ? profiling.bind : '0');
  if (bind === '0' || bind === '') return false;
  return { secure: isSecure(values, metrics), ...profiling, bind };
}

/** What `--metrics-secure` says; it is on unless something switches it off. */
function isSecure(values: FlagValues, metrics: ManagerOptions['metrics']): boolean {
  const given = values.get('metrics-secure');
  return typeof given === 'boolean' ? given : metrics ? (metrics.secure ?? true) : true;
}

function filesFrom(values: FlagValues, prefix: 'metrics' | 'webhook'): CertificateFiles {
  const folder = values.get(`${prefix}-cert-path`)?.toString();
  if (folder === undefined || folder === '') return {};
  return {
    certDir: folder,
    certName: values.get(`${prefix}-cert-name`)?.toString() ?? 'tls.crt',
    keyName: values.get(`${prefix}-cert-key`)?.toString() ?? 'tls.key',
  };
}

const LEVELS: Readonly<Record<string, LoggerOptions['level']>> = {
  error: 'error',
  panic: 'error',
  info: 'info',
  debug: 'debug',
};
const TIMES: Readonly<Record<string, LoggerOptions['time']>> = {
  rfc3339: 'rfc3339',
  rfc3339nano: 'rfc3339',
  iso8601: 'rfc3339',
  epoch: 'epoch',
  millis: 'millis',
  nanos: 'nanos',
};

function loggingFrom(values: FlagValues): LoggerOptions {
  const isDevelopment = values.get('zap-devel') === true;
  const encoder = values.get('zap-encoder')?.toString();
  const level = values.get('zap-log-level')?.toString();
  const time = values.get('zap-time-encoding')?.toString();
  const format = encoder === undefined ? (isDevelopment ? 'console' : undefined) : encoder;
  return {
    ...(format === undefined ? {} : { format: pick('zap-encoder', format, { json: 'json', console: 'pretty' }) }),
    ...(level !== undefined ? { level: levelOf(level) } : isDevelopment ? { level: 'debug' } : {}),
    ...(time === undefined ? {} : { time: pick('zap-time-encoding', time, TIMES) }),
  };
}

function levelOf(text: string): LoggerOptions['level'] {
  return /^[1-9]\d*$/.test(text) ? 'debug' : pick('zap-log-level', text, LEVELS);
}

function pick<T>(flag: string, text: string, choices: Readonly<Record<string, T>>): T {
  const chosen = Object.hasOwn(choices, text) ? choices[text] : undefined;
  if (chosen === undefined) throw new FlagError(`--${flag}=${text}: use ${Object.keys(choices).join(', ')}`);
  return chosen;
}
