import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { memcachedController } from './controller/memcached.controller.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: 'fb92ab48.example.com' },
  }),
);

manager.add(memcachedController);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
