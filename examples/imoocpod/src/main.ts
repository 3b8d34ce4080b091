import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { imoocPodController } from './controller/imooc-pod.controller.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: '35a123f1.tutorial.kubebuilder.io' },
  }),
);

manager.add(imoocPodController);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
