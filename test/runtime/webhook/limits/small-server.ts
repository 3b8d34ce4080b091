/** A webhook server of its own process, which prints its port. */
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import { webhook } from '../../../../src/runtime/webhook/builder.js';
import { lossless } from '../../../../src/runtime/webhook/conversion/lossless.js';
import { WebhookServer } from '../../../../src/runtime/webhook/server/webhook-server.js';
import { betaConverter, GuestbookV1 } from '../guestbook.js';

const server = new WebhookServer({ host: '127.0.0.1', port: 0 });
webhook({ webhooks: server, log: silentLogger }, GuestbookV1).conversion(lossless(betaConverter)).complete();
const { signal } = new AbortController();
void server.run({ signal, cutoff: signal, log: silentLogger });
await server.ready();
process.stdout.write(String(server.port));
