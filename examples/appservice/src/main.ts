import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { appServiceController } from './controller/app-service.controller.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: '455caeff.k8s.io' },
  }),
);

manager.add(appServiceController);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
