import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { setupMemcachedController } from './controller/memcached.controller.js';
import { setupProxyController } from './controller/proxy.controller.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: '265dafe5.example.com' },
  }),
);

setupMemcachedController(manager);
setupProxyController(manager);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
