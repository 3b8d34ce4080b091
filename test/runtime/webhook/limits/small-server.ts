/** A webhook server of its own process, which prints its port. */
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import { webhook } from '../../../../src/runtime/webhook/webhook-value.js';
import { lossless } from '../../../../src/runtime/webhook/conversion/lossless.js';
import { WebhookServer } from '../../../../src/runtime/webhook/server/webhook-server.js';
import { betaConverter, GuestbookV1 } from '../guestbook.js';
import { connectTo } from '../../../../src/runtime/part.js';

const server = new WebhookServer({ host: '127.0.0.1', port: 0 });
connectTo({ webhooks: server, log: silentLogger }, webhook(GuestbookV1).convert(lossless(betaConverter)));
const { signal } = new AbortController();
void server.run({ signal, cutoff: signal, log: silentLogger });
await server.ready();
process.stdout.write(String(server.port));
