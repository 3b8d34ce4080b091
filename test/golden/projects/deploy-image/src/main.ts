import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { memcachedController } from './controller/memcached.controller.js';
import { proxyController } from './controller/proxy.controller.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: '265dafe5.example.com' },
  }),
);

manager.add(memcachedController);
manager.add(proxyController);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
