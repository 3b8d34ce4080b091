import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { captainController } from './controller/crew/captain.controller.js';
import { krakenController } from './controller/sea-creatures/kraken.controller.js';
import { deploymentController } from './controller/apps/deployment.controller.js';
import { setupPodWebhook } from './webhook/core/v1/pod.webhook.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: 'e3203b2f.example.com' },
  }),
);

manager.add(captainController);
manager.add(krakenController);
manager.add(deploymentController);
setupPodWebhook(manager);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
