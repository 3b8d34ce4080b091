import { expect, test } from 'vitest';
import { violations, violationsText } from '../../../../src/plane/plugins/pod-security/evaluate.js';
import { podView } from '../../../../src/plane/plugins/pod-security/pod-view.js';

const text = (pod: object, level: 'baseline' | 'restricted', minor = Infinity): string =>
  violationsText(violations(podView(pod as never), { level, minor }));

const good = {
  spec: {
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [{ name: 'c', securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } }],
  },
};

test('a pod that gives up all rights is restricted', () => {
  expect(text(good, 'restricted')).toBe('');
  expect(text(good, 'restricted', 19)).toBe('');
});

test('every level says what it has against a pod, in the words of Kubernetes', () => {
  const pod = {
    spec: {
      hostPID: true,
      volumes: [{ name: 'v', hostPath: { path: '/' } }],
      containers: [
        { name: 'a', securityContext: { privileged: true } },
        { name: 'b', ports: [{ hostPort: 80 }] },
      ],
    },
  };

  expect(text(pod, 'baseline')).toBe(
    'host namespaces (hostPID=true), hostPath volumes (volume "v"), hostPort (container "b" uses hostPort 80), ' +
      'privileged (container "a" must not set securityContext.privileged=true)',
  );
  expect(text(pod, 'restricted')).toBe(
    'host namespaces (hostPID=true), hostPort (container "b" uses hostPort 80), ' +
      'privileged (container "a" must not set securityContext.privileged=true), ' +
      'allowPrivilegeEscalation != false (containers "a", "b" must set securityContext.allowPrivilegeEscalation=false), ' +
      'unrestricted capabilities (containers "a", "b" must set securityContext.capabilities.drop=["ALL"]), ' +
      'restricted volume types (volume "v" uses restricted volume type "hostPath"), ' +
      'runAsNonRoot != true (pod or containers "a", "b" must set securityContext.runAsNonRoot=true), ' +
      'seccompProfile (pod or containers "a", "b" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  );
});

test('a version has the checks of its time', () => {
  const sysctl = { spec: { securityContext: { sysctls: [{ name: 'net.ipv4.tcp_rmem' }] }, containers: [] } };

  expect(text(sysctl, 'baseline', 31)).toBe('forbidden sysctls (net.ipv4.tcp_rmem)');
  expect(text(sysctl, 'baseline', 32)).toBe('');
});
