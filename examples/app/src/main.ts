import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { appController } from './controller/app.controller.js';
import { setupAppWebhook } from './webhook/v1beta1/app.webhook.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: '1f6a832c.my.domain' },
  }),
);

manager.add(appController);
setupAppWebhook(manager);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
