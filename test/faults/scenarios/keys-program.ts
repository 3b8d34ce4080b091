/** An operator that counts its keys. It writes the status of each Widget once, and can fail once before. */
import { controller } from '../../../src/runtime/controller/builder.js';
import type { Request } from '../../../src/runtime/controller/reconcile.js';
import { createManager } from '../../../src/runtime/manager/manager.js';
import type { ManagerMessage, ManagerSettings } from '../manager-program.js';
import { leaseName, Widget } from '../widget.js';
import { behaviourVariable, type KeysBehaviour, quietValue } from './keys-behaviour.js';

const settings = JSON.parse(process.env['FAULTS_SETTINGS'] ?? '{}') as ManagerSettings;
const behaviour = JSON.parse(process.env[behaviourVariable] ?? '{}') as KeysBehaviour;
const [failed, done, running] = [new Set<string>(), new Set<string>(), new Set<string>()];
let startedAt = 0;

function tell(message: ManagerMessage): void {
  if (process.connected) process.send?.(message);
}

const stop = new AbortController();
const manager = await createManager({
  config: settings.config,
  userAgent: settings.identity,
  leaderElection: { id: leaseName, namespace: 'default', identity: settings.identity, ...settings.leaderElection },
  metrics: false,
  health: false,
  webhooks: false,
  controllers: { concurrency: 8 },
  shutdownTimeout: '5s',
  logging: { level: 'error', format: 'json' },
});

async function reconcile(request: Request): Promise<void> {
  startedAt ||= performance.now();
  const widget = await manager.client.find(Widget, request);
  if (!widget) return;
  if (behaviour.failsOnce && !failed.has(request.name)) {
    failed.add(request.name);
    throw new Error('the first try of each key fails');
  }
  const value = `${widget.spec.value}${behaviour.suffix ?? ''}`;
  if (widget.spec.value !== quietValue && widget.status?.value !== value)
    await manager.client.status.patch(widget, { type: 'merge', body: { status: { value } } });
  done.add(request.name);
}

controller(manager)
  .for(Widget)
  .complete({
    async reconcile(request: Request): Promise<void> {
      const { name } = request;
      if (running.has(name)) tell({ type: 'violation', text: `${name} is reconciled twice at once` });
      running.add(name);
      try {
        await reconcile(request);
      } finally {
        running.delete(name);
        lastAt = performance.now();
      }
    },
  });
let lastAt = 0;
setInterval(() => {
  tell({ type: 'progress', done: done.size, failed: failed.size, ms: lastAt - startedAt });
}, 50).unref();
process.on('message', (message: { do: string }) => {
  if (message.do === 'stop') stop.abort();
  if (message.do === 'measure') measure();
});
process.on('disconnect', () => process.exit(0));
tell({ type: 'started' });
await manager.start(stop.signal);
process.exit(0);

function measure(): void {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  tell({ type: 'measure', memoryMb: (heapUsed + external) / 2 ** 20 });
}
