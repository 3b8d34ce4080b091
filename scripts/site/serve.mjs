// Serves a built site on this machine alone: node scripts/site/serve.mjs [folder] [port].
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
};

/** Starts the server; without a port the system chooses one. */
export async function serve(folder, port = 0) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    // A path that leaves the folder is brought back into it.
    const name = path.posix.normalize(decodeURIComponent(pathname));
    const file = path.join(folder, name.endsWith('/') ? `${name}index.html` : name);
    const body = await readFile(path.extname(file) === '' ? `${file}.html` : file).catch(() => undefined);
    if (body === undefined) {
      const page = await readFile(path.join(folder, '404.html')).catch(() => 'not found\n');
      response.writeHead(404, { 'content-type': types['.html'] }).end(page);
    } else response.writeHead(200, { 'content-type': types[path.extname(file)] ?? types['.html'] }).end(body);
  });
  await new Promise((resolve, reject) => server.on('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(resolve));
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { origin } = await serve(path.resolve(process.argv[2] ?? 'book'), Number(process.argv[3] ?? 0));
  process.stdout.write(`${origin}/\n`);
}
