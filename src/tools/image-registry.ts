/** Asks registries for the digests of images, as the OCI distribution specification says. */
import { createHash } from 'node:crypto';
import { UserError } from '../errors.js';
import { isThisMachine, limitedBody, safeFetch } from '../safe-fetch.js';

/** How requests are sent. */
export interface RegistryOptions {
  readonly signal?: AbortSignal;
  /** Before a registry counts as unreachable. */
  readonly timeoutMs?: number;
}

/** An image in a registry; `reference` is a tag. */
export interface TaggedImage {
  readonly name: string;
  readonly reference: string;
}

/** One image or one for each platform, as Docker and as OCI write them. */
const accepted = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const largestManifest = 4 * 1024 * 1024;
const largestToken = 1024 * 1024;

/** `sha256:…`, the same for everybody who pulls the image now. */
export async function imageDigest(image: TaggedImage, options: RegistryOptions = {}): Promise<string> {
  const { origin, repository } = placeOf(image.name);
  const url = new URL(`${origin}/v2/${repository}/manifests/${image.reference}`);
  let response = await send(image, url, 'HEAD', {}, options);
  let headers: Record<string, string> = {};
  if (response.status === 401) {
    headers = { authorization: `Bearer ${await tokenFor(image, response, repository, options)}` };
    response = await send(image, url, 'HEAD', headers, options);
  }
  if (!response.ok) throw refused(image, response.status);
  const named = response.headers.get('docker-content-digest');
  return named === null ? computedDigest(image, url, headers, options) : checked(image, named);
}

/** The address of the registry, and the repository in it. Names without a registry are Docker Hub's. */
function placeOf(name: string): { origin: string; repository: string } {
  const [first = '', ...rest] = name.split('/');
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  if (!isHost)
    return { origin: 'https://registry-1.docker.io', repository: rest.length > 0 ? name : `library/${name}` };
  const isHub = first === 'docker.io' || first === 'index.docker.io';
  const path = rest.join('/');
  if (isHub) return { origin: 'https://registry-1.docker.io', repository: rest.length > 1 ? path : `library/${path}` };
  // Container tools, too, speak HTTP with the registry of this machine.
  return { origin: `${isThisMachine(first) ? 'http' : 'https'}://${first}`, repository: path };
}

async function send(
  image: TaggedImage,
  url: URL,
  method: 'GET' | 'HEAD',
  headers: Readonly<Record<string, string>>,
  { signal, timeoutMs = 30_000 }: RegistryOptions,
): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMs);
  const signals = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  try {
    return await safeFetch(url, { method, headers: { accept: accepted, ...headers }, signal: signals });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new UserError('image-unresolved', `the registry of ${shown(image)} does not answer: ${reasonOf(error)}`, {
      fix: `check the name and your network, or name the image with its digest, as in ${image.name}@sha256:…`,
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

/** The token that anybody gets who may read the image. */
async function tokenFor(
  image: TaggedImage,
  response: Response,
  repository: string,
  options: RegistryOptions,
): Promise<string> {
  const challenge = response.headers.get('www-authenticate') ?? '';
  const parameters = new Map(
    [...challenge.matchAll(/(?<![a-z_])([a-z_]+)="([^"]*)"/gi)].map(([, key = '', value = '']) => [
      key.toLowerCase(),
      value,
    ]),
  );
  const realm = parameters.get('realm');
  if (!/^bearer\b/i.test(challenge) || realm === undefined || !URL.canParse(realm)) throw refused(image, 401);
  const url = new URL(realm);
  if (url.protocol !== 'https:' && !isThisMachine(url.host)) throw refused(image, 401);
  const service = parameters.get('service');
  if (service !== undefined) url.searchParams.set('service', service);
  url.searchParams.set('scope', parameters.get('scope') ?? `repository:${repository}:pull`);
  const answer = await send(image, url, 'GET', { accept: 'application/json' }, options);
  if (!answer.ok) throw refused(image, answer.status);
  const token = tokenIn(await limitedBody(answer, largestToken).catch(() => Buffer.from('')));
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) throw refused(image, 401);
  return token;
}

function tokenIn(body: Buffer): unknown {
  try {
    const { token, access_token: other } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    return token ?? other;
  } catch {
    return undefined;
  }
}

/** Registries may leave the header out; then the digest is that of the manifest's bytes. */
async function computedDigest(
  image: TaggedImage,
  url: URL,
  headers: Readonly<Record<string, string>>,
  options: RegistryOptions,
): Promise<string> {
  const response = await send(image, url, 'GET', headers, options);
  if (!response.ok) throw refused(image, response.status);
  const manifest = await limitedBody(response, largestManifest).catch(() => undefined);
  if (manifest === undefined) throw unusable(image, 'sends more than a manifest may have, or not all of it');
  return `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
}

function checked(image: TaggedImage, digest: string): string {
  if (/^sha256:[0-9a-f]{64}$/.test(digest) || /^sha512:[0-9a-f]{128}$/.test(digest)) return digest;
  throw unusable(image, `answers with "${digest.slice(0, 100)}", which is not a digest`);
}

function refused(image: TaggedImage, status: number): UserError {
  const reason =
    status === 404
      ? 'has no such image'
      : status === 401 || status === 403
        ? 'does not show it to everybody'
        : `answers with status ${status}`;
  return unusable(image, reason);
}

function unusable(image: TaggedImage, reason: string): UserError {
  return new UserError('image-unresolved', `the registry of ${shown(image)} ${reason}`, {
    fix: `push the image first, or name it with its digest, as in ${image.name}@sha256:…`,
  });
}

function shown({ name, reference }: TaggedImage): string {
  return `${name}:${reference}`;
}
