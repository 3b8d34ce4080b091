/** Command lines of the control plane's programs. */
import path from 'node:path';
import type { ControlPlaneComponent, ControlPlaneOptions } from '../control-plane.js';

/** Ports of one control plane. */
export interface PlanePorts {
  readonly etcdClient: number;
  readonly etcdPeer: number;
  readonly apiServer: number;
  readonly controllerManager: number;
  readonly scheduler: number;
}

/** Flags of etcd. */
export function etcdArgs(folder: string, ports: PlanePorts, options: ControlPlaneOptions): string[] {
  return [
    `--data-dir=${path.join(folder, 'etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${ports.etcdClient}`,
    `--advertise-client-urls=http://127.0.0.1:${ports.etcdClient}`,
    `--listen-peer-urls=http://127.0.0.1:${ports.etcdPeer}`,
    ...(options.isDurable ? [] : ['--unsafe-no-fsync']),
  ];
}

/** Flags of kube-apiserver; those of the caller come last and win. */
export function apiServerArgs(folder: string, ports: PlanePorts, options: ControlPlaneOptions): string[] {
  const pki = (name: string): string => path.join(folder, 'pki', name);
  // Pods need a service account, which only the controller manager creates.
  const hasServiceAccounts = options.components?.includes('kube-controller-manager') ?? false;
  return [
    `--etcd-servers=http://127.0.0.1:${ports.etcdClient}`,
    `--secure-port=${ports.apiServer}`,
    '--bind-address=127.0.0.1',
    `--cert-dir=${path.join(folder, 'pki')}`,
    `--tls-cert-file=${pki('apiserver.crt')}`,
    `--tls-private-key-file=${pki('apiserver.key')}`,
    `--client-ca-file=${pki('ca.crt')}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    `--service-account-issuer=https://127.0.0.1:${ports.apiServer}/`,
    `--service-account-key-file=${pki('service-account.key')}`,
    `--service-account-signing-key-file=${pki('service-account.key')}`,
    '--authorization-mode=RBAC',
    '--allow-privileged=true',
    ...(hasServiceAccounts ? [] : ['--disable-admission-plugins=ServiceAccount']),
    ...(options.apiServerFlags ?? []),
  ];
}

/** Flags of a component. */
export function componentArgs(name: ControlPlaneComponent, folder: string, ports: PlanePorts): string[] {
  const kubeconfig = `--kubeconfig=${path.join(folder, 'admin.kubeconfig')}`;
  switch (name) {
    case 'kube-controller-manager':
      return [
        kubeconfig,
        '--leader-elect=false',
        '--bind-address=127.0.0.1',
        `--secure-port=${ports.controllerManager}`,
        `--service-account-private-key-file=${path.join(folder, 'pki', 'service-account.key')}`,
        `--root-ca-file=${path.join(folder, 'pki', 'ca.crt')}`,
        `--cert-dir=${path.join(folder, 'controller-manager')}`,
      ];
    case 'kube-scheduler':
      return [
        kubeconfig,
        '--leader-elect=false',
        '--bind-address=127.0.0.1',
        `--secure-port=${ports.scheduler}`,
        `--cert-dir=${path.join(folder, 'scheduler')}`,
      ];
    case 'kwok':
      return [
        kubeconfig,
        '--manage-all-nodes=true',
        `--config=${path.join(folder, 'kwok-stages.yaml')}`,
        // Heartbeats: without them the nodes, and all pods on them, count as lost after less than a minute.
        '--node-lease-duration-seconds=40',
      ];
  }
}
