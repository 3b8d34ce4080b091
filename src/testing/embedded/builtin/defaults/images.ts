/** What a reference to an image says about itself. */

/** Whether an image is pulled each time: it has no tag and no digest, or the tag `latest`. */
export function isLatest(image: string): boolean {
  if (image === '') return false;
  if (image.includes('@')) return false;
  const tag = image.slice(image.lastIndexOf('/') + 1).split(':')[1];
  if (tag !== undefined) return tag === 'latest';
  return isReference(image);
}

/** What cannot be read has no tag. */
function isReference(image: string): boolean {
  const parts = image.split('/');
  const first = parts[0] ?? '';
  const isHost =
    parts.length > 1 && (first.includes('.') || first.includes(':') || first === 'localhost' || /[A-Z]/.test(first));
  const names = isHost ? parts.slice(1) : parts;
  return image.length <= 255 && names.every((part) => /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/.test(part));
}
