import { describe, expect, test } from 'vitest';
import { apiServerArgs, componentArgs, etcdArgs } from '../../../src/testing/envtest/programs.js';

const ports = { etcdClient: 1, etcdPeer: 2, apiServer: 3, controllerManager: 4, scheduler: 5 };

describe('command lines', () => {
  test('everything listens on loopback', () => {
    expect(etcdArgs('/d', ports, {}).filter((arg) => arg.includes('listen'))).toEqual([
      '--listen-client-urls=http://127.0.0.1:1',
      '--listen-peer-urls=http://127.0.0.1:2',
    ]);
    for (const args of [
      apiServerArgs('/d', ports, {}),
      componentArgs('kube-scheduler', '/d', ports),
      componentArgs('kube-controller-manager', '/d', ports),
    ]) {
      expect(args).toContain('--bind-address=127.0.0.1');
    }
  });

  test('etcd writes to the disk at once only when asked to', () => {
    expect(etcdArgs('/d', ports, {})).toContain('--unsafe-no-fsync');
    expect(etcdArgs('/d', ports, { isDurable: true })).not.toContain('--unsafe-no-fsync');
  });

  test('service accounts are demanded of pods only where somebody makes them', () => {
    const flag = '--disable-admission-plugins=ServiceAccount';

    expect(apiServerArgs('/d', ports, {})).toContain(flag);
    expect(apiServerArgs('/d', ports, { components: ['kube-controller-manager'] })).not.toContain(flag);
  });

  test("the caller's flags come last", () => {
    expect(apiServerArgs('/d', ports, { apiServerFlags: ['--v=5'] }).at(-1)).toBe('--v=5');
  });
});
