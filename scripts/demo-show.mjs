// Runs inside the demo's project: starts a control plane in this process, the operator as the one
// bundled file it ships as, applies the sample, and shows what became of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dynamicKind } from 'kbts/runtime';
import { startControlPlane, waitFor } from 'kbts/testing';

const folder = await mkdtemp(path.join(tmpdir(), 'kbts-demo-run-'));
const plane = await startControlPlane({
  kind: 'embedded',
  crds: ['config/crd/bases'],
  webhooks: { paths: ['config/webhook/manifests.yaml'] },
});
const kubeconfig = path.join(folder, 'kubeconfig');
await writeFile(kubeconfig, plane.kubeconfig());
console.log(`  control plane ready at ${plane.config.server}`);

const { host, port, certDir } = plane.webhooks;
const flags = [
  '--zap-log-level=debug',
  '--health-probe-bind-address=0',
  `--webhook-port=${port}`,
  `--webhook-cert-path=${certDir}`,
];
const operator = spawn(process.execPath, ['dist/main.js', ...flags], {
  env: { ...process.env, KUBECONFIG: kubeconfig },
  stdio: ['ignore', 'pipe', 'pipe'],
});
let log = '';
for (const stream of [operator.stdout, operator.stderr]) stream.on('data', (chunk) => (log += chunk));
const ended = once(operator, 'exit');
console.log(`  operator started as process ${operator.pid}, webhooks on ${host}:${port}`);

const Guestbook = dynamicKind({ group: 'webapp.my.domain', version: 'v1', kind: 'Guestbook' });
try {
  for (;;) {
    try {
      await plane.install('config/samples/webapp_v1_guestbook.yaml');
      break;
    } catch (error) {
      // The API server refuses the sample until the operator's webhooks answer.
      if (operator.exitCode !== null) throw error;
    }
  }
  const isReady = (object) =>
    object?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
  const ready = await waitFor(
    plane.client,
    { kind: Guestbook, namespace: 'default', name: 'guestbook-sample' },
    isReady,
  );
  show(ready);
} catch (error) {
  console.log(log);
  throw error;
} finally {
  operator.kill('SIGTERM');
  const [code] = await ended;
  console.log(`  operator stopped with exit code ${code}`);
  await plane.stop();
  await rm(folder, { recursive: true, force: true });
}

function show(object) {
  console.log(`\n  Guestbook default/${object.metadata.name} (generation ${object.metadata.generation})`);
  console.log(`  ├─ spec        ${JSON.stringify(object.spec)}`);
  for (const { type, status, reason, message } of object.status.conditions)
    console.log(`  ├─ condition   ${type}=${status} ${reason}: ${message}`);
  const trail = log
    .split('\n')
    .filter((line) => line.includes('"msg":"reconciling"'))
    .map((line) =>
      JSON.parse(line)
        .reasons.map(({ event, kind, object: name }) => `${event} ${kind} ${name}`)
        .join(', '),
    );
  console.log(`  └─ reconciles  ${trail.length}`);
  for (const reasons of trail) console.log(`     because of  ${reasons}`);
  console.log('');
}
