import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { cronJobController } from './controller/cron-job.controller.js';
import { setupCronJobWebhook } from './webhook/v1/cron-job.webhook.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: '83be2620.tutorial.kubebuilder.io' },
  }),
);

manager.add(cronJobController);
setupCronJobWebhook(manager);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
