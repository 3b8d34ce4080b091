/** What a reference to an image says about itself, read as the container tools do. */

const HOST_PART = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const HOST = new RegExp(String.raw`^(?:${HOST_PART}(?:\.${HOST_PART})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?$`);
const NAME = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/;
/** Without host and tag; images of Docker's library count with its name. */
const LONGEST_NAME = 255;

/** Whether an image is pulled each time: it has no tag and no digest, or the tag `latest`. What cannot be read has no tag. */
export function isLatest(image: string): boolean {
  const [reference = '', ...digests] = image.split('@');
  if (digests.length > 1 || (digests[0] !== undefined && !DIGEST.test(digests[0]))) return false;
  const colon = reference.indexOf(':', reference.lastIndexOf('/') + 1);
  const tag = colon < 0 ? undefined : reference.slice(colon + 1);
  if (!isName(colon < 0 ? reference : reference.slice(0, colon))) return false;
  if (tag === undefined) return digests.length === 0;
  return TAG.test(tag) && tag === 'latest';
}

function isName(text: string): boolean {
  // The id of an image, which is not a name.
  if (/^[a-f0-9]{64}$/.test(text)) return false;
  const slash = text.indexOf('/');
  const first = slash < 0 ? '' : text.slice(0, slash);
  const isHost = first === 'localhost' || /[.:A-Z]/.test(first);
  const host = isHost ? first : 'docker.io';
  const path = isHost ? text.slice(slash + 1) : text;
  const isOfLibrary = !path.includes('/') && (host === 'docker.io' || host === 'index.docker.io');
  const length = path.length + (isOfLibrary ? 'library/'.length : 0);
  return HOST.test(host) && length <= LONGEST_NAME && path.split('/').every((part) => NAME.test(part));
}
