import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { setupPipelineController } from './controller/pipeline.controller.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: 'd3442983.ndsl.cn' },
  }),
);

setupPipelineController(manager);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
