// Takes the place of the etcd and kube-apiserver binaries of controller-runtime's envtest: the same flags and client
// certificates, but every request goes on to the embedded plane of this repository's build.
//
//   node stand-in.mjs etcd|kube-apiserver FLAGS…
import http from 'node:http';
import https from 'node:https';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startControlPlane } from '../../../dist/testing/index.js';

// Two of the suites end without stopping what they started: it must not outlive them.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(0);
}, 1000).unref();

const [role, ...args] = process.argv.slice(2);
const flags = new Map(args.map((arg) => /^--([^=]+)=(.*)$/s.exec(arg)?.slice(1) ?? [arg, '']));

process.on('SIGTERM', () => process.exit(0));
if (role === 'etcd') startEtcd();
else await startApiServer();

/** Only says that it is healthy: the embedded plane has no store outside. */
function startEtcd() {
  const [address] = (flags.get('listen-client-urls') ?? '').split(',');
  const healthy = http.createServer((_request, response) => response.end('{"health":"true"}'));
  healthy.listen(Number(new URL(address).port), '127.0.0.1');
}

async function startApiServer() {
  const plane = await startControlPlane({ kind: 'embedded' });
  const target = new URL(plane.config.server);
  const agent = new https.Agent({ keepAlive: true, ca: plane.config.ca, maxSockets: Infinity });
  const folder = flags.get('cert-dir') ?? '';
  const file = (flag, name) => readFileSync(flags.get(flag) ?? path.join(folder, name));
  const clientCa = flags.get('client-ca-file');
  const options = {
    cert: file('tls-cert-file', 'apiserver.crt'),
    key: file('tls-private-key-file', 'apiserver.key'),
    requestCert: true,
    rejectUnauthorized: false,
    ...(clientCa === undefined ? {} : { ca: readFileSync(clientCa) }),
  };
  const tokenOf = tokensOf(plane);
  const server = https.createServer(options, (request, response) => {
    forward({ request, response, target, agent, tokenOf }).catch(() => response.destroy());
  });
  server.requestTimeout = 0;
  const bind = flags.get('bind-address') ?? '127.0.0.1';
  server.listen(Number(flags.get('secure-port')), bind === '0.0.0.0' ? '127.0.0.1' : bind);
}

/** A token of the embedded plane for the user of a client certificate. */
function tokensOf(plane) {
  const known = new Map();
  return ({ CN: name, O: organization }) => {
    const groups = organization === undefined ? [] : [organization].flat();
    const id = JSON.stringify([name, groups]);
    if (!known.has(id)) known.set(id, plane.addUser({ name, groups }));
    return known.get(id);
  };
}

async function forward({ request, response, target, agent, tokenOf }) {
  const headers = { ...request.headers };
  const { subject } = request.socket.getPeerCertificate();
  if (request.socket.authorized && subject) headers.authorization = `Bearer ${(await tokenOf(subject)).token}`;
  const { method, url } = request;
  const onward = https.request(
    { host: target.hostname, port: target.port, method, path: url, headers, agent },
    (answer) => {
      response.writeHead(answer.statusCode, answer.rawHeaders);
      response.flushHeaders();
      answer.on('data', (chunk) => response.write(chunk));
      answer.on('end', () => response.end());
      answer.on('error', () => response.destroy());
    },
  );
  onward.on('error', () => response.destroy());
  response.on('close', () => {
    if (!response.writableFinished) onward.destroy();
  });
  request.pipe(onward);
}
