import { expect, onTestFinished, test } from 'vitest';
import { reservePorts } from '../../../src/testing/envtest/reserved-ports.js';
import { runOperator } from '../../../src/testing/operator/run-operator.js';

async function command(script: string) {
  const reserved = await reservePorts(1);
  onTestFinished(reserved.release);
  const [port = 0] = reserved.ports;
  return {
    args: ['-e', script.replaceAll('PORT', String(port))],
    cwd: process.cwd(),
    env: process.env,
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    readyTimeoutMs: 20_000,
  };
}

const server = `const server = require('node:http').createServer((request, response) => response.end());
  server.listen(PORT, '127.0.0.1'); console.log('up');`;

test.skipIf(process.platform === 'win32')(
  'an operator is ready when its probe says so, and stops in order',
  async () => {
    const operator = await runOperator(await command(`${server} process.on('SIGTERM', () => process.exit(0));`));

    expect(await operator.stop()).toEqual({ code: 0, signal: null });
    expect(operator.log()).toContain('up');
  },
);

test('an operator that ends before it is ready is an error with its output', async () => {
  const started = runOperator(await command(`console.error('no kubeconfig'); process.exit(3);`));

  await expect(started).rejects.toThrow(/did not become ready \(exit code 3\)[^]*no kubeconfig/);
});

test('its JSON lines are shown as lines for people', async () => {
  const record = { level: 'error', ts: '2026-01-01T09:15:04.123Z', msg: 'cannot watch', kind: 'Pod' };
  const started = runOperator(await command(`console.error('${JSON.stringify(record)}'); process.exit(3);`));

  await expect(started).rejects.toThrow('it wrote:\n09:15:04.123  ERROR  cannot watch  kind=Pod\n');
});
