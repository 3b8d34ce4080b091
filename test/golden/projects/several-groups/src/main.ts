import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { setupCaptainController } from './controller/crew/captain.controller.js';
import { setupKrakenController } from './controller/sea-creatures/kraken.controller.js';
import { setupDeploymentController } from './controller/apps/deployment.controller.js';
import { setupPodWebhook } from './webhook/core/v1/pod.webhook.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: 'e3203b2f.example.com' },
  }),
);

setupCaptainController(manager);
setupKrakenController(manager);
setupDeploymentController(manager);
setupPodWebhook(manager);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
