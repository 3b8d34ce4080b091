import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { pipelineController } from './controller/pipeline.controller.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: 'd3442983.ndsl.cn' },
  }),
);

manager.add(pipelineController);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
