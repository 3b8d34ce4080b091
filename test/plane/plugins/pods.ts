/** Random pods that Pod Security and LimitRanges have opinions about. */
import type { Random } from '../builtin/fuzz/random.js';

type Fields = Record<string, unknown>;

const CAPABILITIES = ['NET_BIND_SERVICE', 'SYS_ADMIN', 'CHOWN', 'ALL', 'NET_RAW'];
const VOLUMES: readonly Fields[] = [
  { emptyDir: {} },
  { hostPath: { path: '/x' } },
  { nfs: { server: 's', path: '/' } },
  { configMap: { name: 'c' } },
  { secret: { secretName: 's' } },
  { flexVolume: { driver: 'd/x' } },
];

/** A pod of one to three containers; each thing that a check looks at is there with a small chance. */
export function randomPod(random: Random, name: string): Fields {
  const maybe = (chance: number, fields: () => Fields): Fields => (random.chance(chance) ? fields() : {});
  const volumes = VOLUMES.filter(() => random.chance(0.15)).map((volume, index) => ({ name: `v${index}`, ...volume }));
  const annotations = {
    ...maybe(0.1, () => ({
      'seccomp.security.alpha.kubernetes.io/pod': random.pick(['runtime/default', 'unconfined']),
    })),
  };
  return {
    metadata: { name, annotations },
    spec: {
      ...maybe(0.1, () => ({ hostNetwork: true })),
      ...maybe(0.1, () => ({ hostPID: true })),
      ...maybe(0.2, () => ({ hostUsers: random.chance(0.5) })),
      ...maybe(0.1, () => ({ os: { name: 'linux' } })),
      ...maybe(0.7, () => ({ securityContext: podSecurity(random) })),
      containers: listOf(random, 1 + random.below(2), 'c'),
      ...maybe(0.3, () => ({ initContainers: listOf(random, 1, 'i') })),
      volumes,
    },
  };
}

function listOf(random: Random, count: number, prefix: string): Fields[] {
  return Array.from({ length: count }, (_, index) => container(random, `${prefix}${index}`));
}

function shared(random: Random): Fields {
  const maybe = (chance: number, fields: () => Fields): Fields => (random.chance(chance) ? fields() : {});
  return {
    ...maybe(0.6, () => ({ runAsNonRoot: random.chance(0.8) })),
    ...maybe(0.2, () => ({ runAsUser: random.pick([0, 1000]) })),
    ...maybe(0.6, () => ({
      seccompProfile: { type: random.pick(['RuntimeDefault', 'RuntimeDefault', 'Unconfined']) },
    })),
    ...maybe(0.15, () => ({ appArmorProfile: { type: random.pick(['RuntimeDefault', 'Unconfined']) } })),
    ...maybe(0.15, () => ({
      seLinuxOptions: random.pick([
        { type: 'container_t' },
        { type: 'container_engine_t' },
        { type: 'spc_t', user: 'u' },
        { level: 's0', role: 'r' },
      ]),
    })),
  };
}

function podSecurity(random: Random): Fields {
  const names = ['kernel.shm_rmid_forced', 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_notsent_lowat', 'kernel.msgmax'];
  const sysctls = names.filter(() => random.chance(0.1)).map((name) => ({ name, value: '1' }));
  return { ...shared(random), ...(sysctls.length === 0 ? {} : { sysctls }) };
}

function container(random: Random, name: string): Fields {
  const maybe = (chance: number, fields: () => Fields): Fields => (random.chance(chance) ? fields() : {});
  const chosen = (): string[] => CAPABILITIES.filter(() => random.chance(0.3));
  const isPrivileged = random.chance(0.1);
  const securityContext = {
    ...shared(random),
    ...maybe(0.7, () => ({ capabilities: { add: chosen(), drop: random.chance(0.6) ? ['ALL'] : chosen() } })),
    ...(isPrivileged ? { privileged: true } : maybe(0.7, () => ({ allowPrivilegeEscalation: random.chance(0.2) }))),
  };
  return {
    name,
    image: 'i',
    ...maybe(0.8, () => ({ securityContext })),
    ...maybe(0.1, () => ({ ports: [{ containerPort: 80, hostPort: 80 + random.below(3), name: 'p' }] })),
    ...maybe(0.1, () =>
      name.startsWith('c') ? { livenessProbe: { httpGet: { port: 1, host: random.pick(['a.b', '127.0.0.1']) } } } : {},
    ),
    ...maybe(0.6, () => ({ resources: resources(random) })),
  };
}

/** Requests and limits that validation accepts. */
export function resources(random: Random): Fields {
  const [requests, limits]: [Fields, Fields] = [{}, {}];
  const amounts: Record<string, readonly string[]> = {
    cpu: ['100m', '250m', '1', '2500m', '4'],
    memory: ['64Mi', '128Mi', '1Gi', '1500M', '2Gi'],
    'ephemeral-storage': ['1Gi', '2Gi'],
  };
  for (const [name, values] of Object.entries(amounts)) {
    const first = random.below(values.length);
    const second = first + random.below(values.length - first);
    if (random.chance(0.5)) requests[name] = values[first];
    if (random.chance(0.5)) limits[name] = values[second];
  }
  return { requests, limits };
}
