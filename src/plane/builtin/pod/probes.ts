/** Probes and lifecycle hooks of containers. */
import type { Field } from '../../../kubernetes/field.js';
import { portReference } from '../selector-rules.js';
import { isHeaderName } from '../text-rules.js';

type Handler = readonly [string, (field: Field, grace: Field) => void];

const HANDLERS: readonly Handler[] = [
  ['exec', (field) => void (field.at('command').size === 0 && field.at('command').required())],
  ['httpGet', httpGet],
  ['tcpSocket', (field) => portReference(field.at('port'))],
];
const PROBE_HANDLERS: readonly Handler[] = [...HANDLERS, ['grpc', (field) => portReference(field.at('port'))]];
const HOOK_HANDLERS: readonly Handler[] = [...HANDLERS, ['sleep', sleep]];

/** All probes of a container that may have them. */
export function probes(container: Field, grace: Field): void {
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = container.at(name);
    if (!probe.isSet) continue;
    probeNumbers(probe, grace);
    const threshold = probe.at('successThreshold');
    const period = probe.at('terminationGracePeriodSeconds');
    if (name !== 'readinessProbe' && threshold.number !== 1) threshold.invalid('must be 1', threshold.number);
    if (name === 'readinessProbe' && period.isSet) period.invalid('must not be set for readinessProbes');
  }
}

function probeNumbers(probe: Field, grace: Field): void {
  handler(probe, PROBE_HANDLERS, grace);
  for (const key of [
    'initialDelaySeconds',
    'timeoutSeconds',
    'periodSeconds',
    'successThreshold',
    'failureThreshold',
  ]) {
    probe.at(key).notNegative();
  }
  const period = probe.at('terminationGracePeriodSeconds');
  if (period.isSet && period.number <= 0) period.invalid('must be greater than 0');
}

/** `lifecycle` of a container. */
export function lifecycle(container: Field, grace: Field, os: Field): void {
  const field = container.at('lifecycle');
  for (const name of ['postStart', 'preStop']) {
    if (field.at(name).isSet) handler(field.at(name), HOOK_HANDLERS, grace);
  }
  const signal = field.at('stopSignal');
  if (signal.isSet) stopSignal(signal, os);
}

function stopSignal(signal: Field, os: Field): void {
  const name = os.at('name').text;
  if (!os.isSet) signal.forbidden('may not be set for containers with empty `spec.os.name`');
  else if (name === 'windows') signal.oneOf(['SIGKILL', 'SIGTERM']);
  else if (name === 'linux' && !SIGNALS.includes(signal.text)) signal.unsupported(SIGNALS);
}

const range = (prefix: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${prefix}${from + index}`);

const SIGNALS = [
  ...'SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE'.split(
    ' ',
  ),
  ...'SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRTMAX SIGRTMIN SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP'.split(' '),
  ...'SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ'.split(' '),
  ...range('SIGRTMIN+', 1, 15),
  ...range('SIGRTMAX-', 1, 14),
].sort();

function handler(field: Field, handlers: readonly Handler[], grace: Field): void {
  const used = handlers.filter(([name]) => field.at(name).isSet);
  used.forEach(([name, rule], index) => {
    if (index > 0) field.at(name).forbidden('may not specify more than 1 handler type');
    else rule(field.at(name), grace);
  });
  if (used.length === 0) field.required('must specify a handler type');
}

function httpGet(field: Field): void {
  if (field.at('path').text === '') field.at('path').required();
  portReference(field.at('port'));
  field.at('scheme').oneOf(['HTTP', 'HTTPS']);
  for (const header of field.at('httpHeaders').items) {
    field.at('httpHeaders').with(header.at('name').text).matches(isHeaderName);
  }
}

function sleep(field: Field, grace: Field): void {
  const seconds = field.at('seconds').number;
  if (!grace.isSet || (seconds >= 0 && seconds <= grace.number)) return;
  field.invalid(`must be non-negative and less than terminationGracePeriodSeconds (${grace.number})`, seconds);
}
