import { expect, test, vi } from 'vitest';
import { managerFlags } from '../../../../src/runtime/manager/flags/flags.js';
import type { ManagerOptions } from '../../../../src/runtime/manager/manager-options.js';

const parse = (argv: string[], defaults: ManagerOptions = {}, env: Record<string, string> = {}) =>
  managerFlags(argv, defaults, { env });

test('§10.4.1 without flags: probes on 8081, no metrics, no leader election', () => {
  expect(parse([], { leaderElection: { id: 'op' } })).toEqual({
    health: { bind: ':8081' },
    metrics: false,
    leaderElection: false,
    profiling: false,
    webhooks: {},
  });
});

test('§10.4.1 the flags of a kubebuilder manager mean the same', () => {
  const options = parse(
    [
      '--leader-elect',
      '--metrics-bind-address=:8443',
      '--metrics-cert-path=/m',
      '--health-probe-bind-address=:9',
      '--webhook-port=9444',
      '--webhook-cert-path=/w',
      '--webhook-cert-name=c',
      '--kubeconfig=k',
      '--enable-http2',
    ],
    { leaderElection: { id: 'op' } },
  );

  expect(options).toMatchObject({
    kubeconfig: 'k',
    leaderElection: { id: 'op' },
    metrics: { bind: ':8443', secure: true, certDir: '/m', certName: 'tls.crt', keyName: 'tls.key' },
    health: { bind: ':9' },
    webhooks: { port: 9444, certDir: '/w', certName: 'c', keyName: 'tls.key' },
  });
});

test('§10.4 metrics can be plain or off', () => {
  expect(parse(['--metrics-bind-address=:8080', '--metrics-secure=false']).metrics).toMatchObject({ secure: false });
  expect(parse(['--metrics-bind-address=0'], { metrics: { bind: ':8443' } }).metrics).toBe(false);
  expect(parse([], { metrics: { bind: ':8443' } }).metrics).toEqual({ bind: ':8443', secure: true });
});

test('what flags do not say is kept from the defaults', () => {
  const defaults: ManagerOptions = {
    health: { bind: ':7', livenessPath: '/live' },
    webhooks: { host: 'h' },
    shutdownTimeout: '5ms',
    profiling: { bind: ':6' },
  };

  expect(parse([], defaults)).toMatchObject(defaults);
  expect(parse(['--profiling-bind-address=0'], { ...defaults, health: false })).toMatchObject({
    profiling: false,
    health: false,
  });
  expect(parse(['--profiling-bind-address=:5']).profiling).toEqual({ bind: ':5', secure: true });
  expect(parse(['--profiling-bind-address=:5', '--metrics-secure=false']).profiling).toMatchObject({ secure: false });
});

test.each([
  [{ ENABLE_WEBHOOKS: 'false' }, []],
  [{}, ['--webhook-port=-1']],
])('§9.1.1 §10.4.2 webhooks are switched off by %j %j', (env, argv) => {
  expect(parse(argv, {}, env as Record<string, string>).webhooks).toBe(false);
});

test('a pod knows its namespace, its webhook service and the secret of its certificate', () => {
  const env = { POD_NAMESPACE: 'op-system', WEBHOOK_SERVICE_NAME: 'webhook-service', WEBHOOK_SECRET_NAME: 'cert' };

  expect(parse(['--leader-elect'], { leaderElection: { id: 'op' } }, env)).toMatchObject({
    leaderElection: { id: 'op', namespace: 'op-system' },
    webhooks: { service: { name: 'webhook-service', namespace: 'op-system' }, secretName: 'cert' },
  });
});

test('a pod knows its webhook configurations, and the address on which it is called', () => {
  const env = {
    POD_NAMESPACE: 'op-system',
    WEBHOOK_SERVICE_NAME: 'webhook-service',
    WEBHOOK_MUTATING_CONFIGURATION: 'op-mutating',
    WEBHOOK_HOST: '127.0.0.1',
  };

  expect(parse([], {}, env).webhooks).toMatchObject({
    host: '127.0.0.1',
    configurations: { mutating: ['op-mutating'] },
  });
  expect(parse([], { webhooks: { host: '::1' } }, env).webhooks).toMatchObject({ host: '::1' });
});

test.each([
  [['--zap-devel'], { format: 'pretty', level: 'debug' }],
  [['--zap-devel=false'], undefined],
  [['--zap-encoder=json', '--zap-log-level=error'], { format: 'json', level: 'error' }],
  [['--zap-log-level=5'], { level: 'debug' }],
  [['--zap-time-encoding=epoch', '--zap-stacktrace-level=error'], { time: 'epoch' }],
])('§10.3.2 %j means logging %j', (argv, logging) => {
  expect(parse(argv).logging).toEqual(logging);
});

function refuse(argv: string[], defaults: ManagerOptions = {}) {
  const print = vi.fn();
  const exit = vi.fn((code: number): never => {
    throw new Error(`exit ${code}`);
  });
  expect(() => managerFlags(argv, defaults, { env: {}, print, exit })).toThrow(/exit/);
  return { text: String(print.mock.calls[0]?.[0]), code: exit.mock.calls[0]?.[0] };
}

test.each([
  [['--metrics-adress=1'], /unknown flag --metrics-adress/],
  [['--zap-encoder=xml'], /--zap-encoder=xml: use json, console/],
  [['--leader-elect'], /no election id/],
])('%j exits with 2 and says why', (argv, message) => {
  const { text, code } = refuse(argv);

  expect(text).toMatch(message);
  expect(code).toBe(2);
});

test('--help prints all flags and exits with 0', () => {
  const { text, code } = refuse(['--help']);

  expect(text).toContain('--health-probe-bind-address');
  expect(code).toBe(0);
});

test('TLS and the callers of webhooks can be restricted', () => {
  const options = managerFlags([
    '--tls-min-version=VersionTLS13',
    '--tls-cipher-suites=TLS_AES_128_GCM_SHA256, TLS_AES_256_GCM_SHA384',
    '--webhook-client-ca-file=/ca.crt',
  ]);

  const cipherSuites = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384'];
  expect(options.tls).toEqual({ minVersion: 'TLSv1.3', cipherSuites });
  expect(options.webhooks).toMatchObject({ clientCaFile: '/ca.crt' });
  expect(managerFlags([]).tls).toBeUndefined();
});

test.each(['--tls-min-version=1.3', '--tls-cipher-suites=ALL', '--webhook-client-ca-file='])(
  '%s is refused',
  (flag) => {
    const printed: string[] = [];
    const exit = (code: number): never => {
      throw new Error(`exit ${code}`);
    };
    expect(() => managerFlags([flag], {}, { print: (text) => printed.push(text), exit })).toThrow('exit 2');
    expect(printed.join('')).toContain(flag.split('=')[0]);
  },
);
