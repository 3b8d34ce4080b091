/** Which checks a level has at a version, and what they say together. */
import {
  appArmor,
  capabilities,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbes,
  hostProcess,
  privileged,
  procMount,
  procMountOutside,
  seccomp,
  seccompAnnotations,
  seLinuxEngine,
  seLinuxFirst,
  sysctls,
} from './baseline-checks.js';
import type { LevelVersion } from './policy.js';
import type { PodCheck, PodView, Violation } from './pod-view.js';
import {
  onHostUsers,
  onLinux,
  privilegeEscalation,
  restrictedCapabilities,
  restrictedSeccomp,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
} from './restricted-checks.js';

/** A check and the minor versions from which on it has each form. */
interface Versioned {
  readonly since: Readonly<Record<number, PodCheck>>;
  /** A check of `baseline` that this one is stricter than. */
  readonly overrides?: string;
}

/** Names of sysctls, by the version that allowed them. */
const SYSCTLS: Readonly<Record<number, string>> = {
  0: 'kernel.shm_rmid_forced net.ipv4.ip_local_port_range net.ipv4.tcp_syncookies net.ipv4.ping_group_range net.ipv4.ip_unprivileged_port_start',
  27: 'net.ipv4.ip_local_reserved_ports',
  29: 'net.ipv4.tcp_keepalive_time net.ipv4.tcp_fin_timeout net.ipv4.tcp_keepalive_intvl net.ipv4.tcp_keepalive_probes',
  32: 'net.ipv4.tcp_rmem net.ipv4.tcp_wmem',
  37: 'net.ipv4.tcp_slow_start_after_idle net.ipv4.tcp_notsent_lowat',
};

const minors = (versions: Readonly<Record<number, unknown>>): number[] =>
  Object.keys(versions)
    .map(Number)
    .toSorted((left, right) => left - right);

const sysctlChecks: Readonly<Record<number, PodCheck>> = Object.fromEntries(
  minors(SYSCTLS).map((minor) => {
    const known = minors(SYSCTLS).filter((other) => other <= minor);
    return [minor, sysctls(known.flatMap((other) => (SYSCTLS[other] ?? '').split(' ')))];
  }),
);

/** By id, in the order of their findings. */
const BASELINE: Readonly<Record<string, Versioned>> = {
  appArmorProfile: { since: { 0: appArmor } },
  capabilities_baseline: { since: { 0: capabilities } },
  hostNamespaces: { since: { 0: hostNamespaces } },
  hostPathVolumes: { since: { 0: hostPathVolumes } },
  hostPorts: { since: { 0: hostPorts } },
  hostProbesAndHostLifecycle: { since: { 34: hostProbes } },
  privileged: { since: { 0: privileged } },
  procMount: { since: { 0: procMount, 35: procMountOutside } },
  seLinuxOptions: { since: { 0: seLinuxFirst, 31: seLinuxEngine } },
  seccompProfile_baseline: { since: { 0: seccompAnnotations, 19: seccomp } },
  sysctls: { since: sysctlChecks },
  windowsHostProcess: { since: { 0: hostProcess } },
};

const RESTRICTED: Readonly<Record<string, Versioned>> = {
  allowPrivilegeEscalation: { since: { 8: privilegeEscalation, 25: onLinux(privilegeEscalation) } },
  capabilities_restricted: {
    since: { 22: restrictedCapabilities, 25: onLinux(restrictedCapabilities) },
    overrides: 'capabilities_baseline',
  },
  procMount_restricted: { since: { 35: procMount }, overrides: 'procMount' },
  restrictedVolumes: { since: { 0: restrictedVolumes }, overrides: 'hostPathVolumes' },
  runAsNonRoot: { since: { 0: runAsNonRoot, 35: onHostUsers(runAsNonRoot) } },
  runAsUser: { since: { 23: runAsUser, 35: onHostUsers(runAsUser) } },
  seccompProfile_restricted: {
    since: { 19: restrictedSeccomp, 25: onLinux(restrictedSeccomp) },
    overrides: 'seccompProfile_baseline',
  },
};

/** Everything that a level has against a pod. */
export function violations(pod: PodView, { level, minor }: LevelVersion): Violation[] {
  if (level === 'privileged') return [];
  const isRestricted = level === 'restricted';
  const strict = Object.values(RESTRICTED).filter((check) => isRestricted && formAt(check, minor) !== undefined);
  const overridden = new Set(strict.map(({ overrides }) => overrides));
  const base = Object.entries(BASELINE).filter(([id]) => !overridden.has(id));
  return [...base.map(([, check]) => check), ...strict].flatMap((check) => formAt(check, minor)?.(pod) ?? []);
}

function formAt({ since }: Versioned, minor: number): PodCheck | undefined {
  const form = minors(since).findLast((version) => version <= minor);
  return form === undefined ? undefined : since[form];
}

/** `reason (detail), reason (detail)`. */
export function violationsText(found: readonly Violation[]): string {
  return found.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');
}
