import { expect, test } from 'vitest';
import { parseClusterConfig } from '../../src/runtime/client/config/kube-config.js';
import { kubeconfigText } from '../../src/testing/kubeconfig-text.js';

test('what is written is read back the same', async () => {
  const pem = (what: string): string => `-----BEGIN ${what}-----\nx\n-----END ${what}-----\n`;
  const config = {
    server: 'https://127.0.0.1:6443',
    ca: pem('CERTIFICATE'),
    cert: pem('CERTIFICATE'),
    key: pem('PRIVATE KEY'),
    token: 'tök: "en"',
    namespace: 'ns',
    tlsServerName: 'n',
  };

  expect(await parseClusterConfig(kubeconfigText(config))).toMatchObject(config);
});
