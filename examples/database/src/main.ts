import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { databaseController } from './controller/database.controller.js';
import { setupDatabaseWebhook } from './webhook/v1/database.webhook.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: 'a165ddb8.my.domain' },
  }),
);

manager.add(databaseController);
setupDatabaseWebhook(manager);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
