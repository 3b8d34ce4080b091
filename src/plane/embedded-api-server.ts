/** A Kubernetes API server inside this process: no binaries, ready at once. */
import { createServer, ServerResponse, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { StatusError } from './api-status.js';
import { webhookAdmission } from './admission/admission-chain.js';
import { Authenticator } from './access/authenticator.js';
import type { Backend } from './backend.js';
import { builtinTypes } from './builtin/builtin-types.js';
import { issueOnce } from '../certificate/throw-away-authority.js';
import { wallClock, type WallClock } from './wall-clock.js';
import { runControllers, type ControllerSwitches } from './controllers/run-controllers.js';
import { runCrdController } from './controllers/crd-controller.js';
import { webhookConversion } from './definitions/conversion-webhook.js';
import { withEvents } from './definitions/event-conversion.js';
import { Exchange, readBody } from './http/http-exchange.js';
import { createInitialObjects, createServerEndpoints, createSystemConfig } from './storage/initial-objects.js';
import { ObjectStore } from './storage/object-store.js';
import { withOwnerPermissions, type OwnerPermissions } from './access/owner-permissions.js';
import { RbacAuthorizer, type AllowedListener } from './access/rbac.js';
import { reviewHandlers } from './access/reviews.js';
import { subresourceHandlers } from './subresources/subresources.js';
import { withPlugins } from './plugins/run-plugins.js';
import { ResourceRegistry } from './resources/resource-registry.js';
import { routeRequest, type RouterParts } from './http/server-router.js';
import { externalNames, type ServiceResolver } from './admission/webhook-client.js';

const CERTIFICATE_MS = 7 * 86_400_000;

/** How to start the server. */
export interface EmbeddedApiServerOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly clock?: WallClock;
  /** Plain HTTP when false. kubectl sends tokens over TLS only. */
  readonly tls?: boolean;
  /** Gets one line for each unexpected event. */
  readonly log?: (message: string) => void;
  /** Where webhooks that name a service are called: a base URL on loopback. */
  readonly resolveService?: ServiceResolver;
  /** Built-in controllers; none unless given, as with a bare kube-apiserver. */
  readonly controllers?: ControllerSwitches | boolean;
  /** Told of every request for a resource that RBAC allowed a ServiceAccount. */
  readonly onAllowed?: AllowedListener | undefined;
}

/** Who may send requests. */
export interface NewUser {
  readonly name: string;
  readonly groups?: readonly string[];
  /** Whether OwnerReferencesPermissionEnforcement is on for them. */
  readonly hasOwnerChecks?: boolean;
}

/** A running server. */
export interface EmbeddedApiServer {
  /** `https://127.0.0.1:<port>`. */
  readonly server: string;
  /** A token of a member of `system:masters`. */
  readonly adminToken: string;
  /** The certificate authority to trust, when the server speaks TLS. */
  readonly ca?: string;
  /** Adds a user; RBAC decides what they may do. */
  addUser(user: NewUser): { token: string };
  /** Forgets history, so that older watches and continue tokens get 410. */
  compact(): void;
  stop(): Promise<void>;
}

/** Starts a server on 127.0.0.1 and resolves when it answers. */
export async function startEmbeddedApiServer(options: EmbeddedApiServerOptions = {}): Promise<EmbeddedApiServer> {
  const operators = new Set<string>();
  const backend = createBackend(options, () => ({
    authorizer,
    registry: backend.registry,
    isChecked: (name) => operators.has(name),
  }));
  const stopDefinitions = runCrdController(backend);
  const stopControllers = runControllers(backend, options.controllers ?? false);
  const authenticator = new Authenticator();
  const adminToken = authenticator.addAdmin();
  let address = '';
  const authorizer = new RbacAuthorizer(backend.store, {
    hasAggregation: (options.controllers ?? false) !== false,
    onAllowed: options.onAllowed,
  });
  const parts: RouterParts = {
    backend,
    authenticator,
    authorizer,
    reviews: reviewHandlers(authenticator, authorizer),
    subresources: subresourceHandlers(authenticator),
    address: () => address,
  };
  const certificate = options.tls === false ? undefined : issueOnce(['127.0.0.1', 'localhost'], CERTIFICATE_MS);
  const answer = (request: IncomingMessage, response: ServerResponse, body: Promise<Buffer>): void => {
    body
      .then(
        (bytes) => routeRequest(parts, new Exchange(request, response, bytes)),
        (error: unknown) => {
          const exchange = new Exchange(request, response, Buffer.alloc(0));
          exchange.error(error instanceof StatusError ? error : new StatusError(400, 'BadRequest', String(error)));
        },
      )
      .catch((error: unknown) => {
        backend.log(`request ${request.method ?? ''} ${request.url ?? ''} got no answer: ${String(error)}`);
        response.destroy();
      });
  };
  const handle: RequestListener = (request, response) => answer(request, response, readBody(request));
  const upgraded = new Set<Duplex>();
  const server: Server =
    certificate === undefined
      ? createServer(handle)
      : createTlsServer({ cert: certificate.pair.cert, key: certificate.pair.key }, handle);
  server.keepAliveTimeout = 60_000;
  server.on('upgrade', (request, socket) => {
    // Node leaves the answer to whoever listens. Only watches upgrade; all else is answered as usual.
    const response = new ServerResponse(request);
    response.assignSocket(socket as Socket);
    response.shouldKeepAlive = false;
    response.on('finish', () => socket.end());
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
    answer(request, response, Promise.resolve(Buffer.alloc(0)));
  });
  const port = await listen(server, options.port ?? 0);
  address = `127.0.0.1:${port}`;
  createSystemConfig(backend.store, backend.clock, certificate?.ca);
  createServerEndpoints(backend.store, backend.clock, port);
  return {
    server: `${certificate === undefined ? 'http' : 'https'}://${address}`,
    adminToken,
    ...(certificate === undefined ? {} : { ca: certificate.ca }),
    addUser: ({ name, groups = [], hasOwnerChecks = false }) => {
      if (hasOwnerChecks) operators.add(name);
      return { token: authenticator.addUser({ name, groups }) };
    },
    compact: () => backend.store.compact(),
    stop: async () => {
      stopControllers();
      stopDefinitions();
      for (const socket of upgraded) socket.destroy();
      await close(server);
    },
  };
}

function createBackend(options: EmbeddedApiServerOptions, permissions: () => OwnerPermissions): Backend {
  const clock = options.clock ?? wallClock;
  const store = new ObjectStore();
  const registry = new ResourceRegistry();
  for (const type of builtinTypes()) registry.add(type);
  createInitialObjects(store, clock);
  const byName = externalNames(store);
  const resolve: ServiceResolver = (service) => options.resolveService?.(service) ?? byName(service);
  const backend: Backend = {
    store,
    registry,
    clock,
    admission: withOwnerPermissions(
      withPlugins(
        webhookAdmission(() => backend, resolve),
        () => ({ backend, authorizer: permissions().authorizer }),
      ),
      permissions,
    ),
    conversion: withEvents(webhookConversion(resolve)),
    authorizer: () => permissions().authorizer,
    log: options.log ?? (() => undefined),
  };
  return backend;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
