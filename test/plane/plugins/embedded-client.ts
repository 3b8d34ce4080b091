/** An embedded server and a client of its administrator, for tests of what admission says. */
import { startEmbeddedApiServer, type EmbeddedApiServerOptions } from '../../../src/plane/embedded-api-server.js';
import { ApiClient } from '../differential/api-client.js';

/** Runs `work` against a server of its own. */
export async function withServer(
  work: (client: ApiClient) => Promise<void>,
  options: EmbeddedApiServerOptions = {},
): Promise<void> {
  const server = await startEmbeddedApiServer({ tls: false, ...options });
  const client = new ApiClient(server.server, server.adminToken);
  try {
    await work(client);
  } finally {
    client.close();
    await server.stop();
  }
}

/** What a Status says. */
export function messageOf(body: unknown): string {
  const { message } = body as { message?: string };
  return message ?? '';
}
