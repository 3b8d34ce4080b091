/** `--use-image-digests`: asks registries which image a tag means now. */
import { UserError } from '../../errors.js';
import { imageDigest } from '../../tools/image-registry.js';
import type { CommandSurroundings } from '../cluster/command-progress.js';
import { placeholderWarnings } from '../cluster/image/docker.js';
import { parseImage } from '../cluster/image/image-reference.js';

/** Names with digests, by the names that were given; those that have a digest keep it. */
export async function pinnedNames(
  { progress, signal }: Pick<CommandSurroundings, 'progress' | 'signal'>,
  images: readonly string[],
): Promise<Map<string, string>> {
  const [placeholder] = placeholderWarnings(images);
  if (placeholder !== undefined)
    throw new UserError('flag-missing', `--use-image-digests asks registries, but ${placeholder}`, {
      fix: 'name your image with --image, as in --image ghcr.io/acme/guestbook:v1.0.0',
    });
  return progress.step('ask registries for digests', async (update) => {
    const pinned = new Map<string, string>();
    for (const image of images) {
      const { name, tag = 'latest', digest } = parseImage(image, 'the image');
      update(image);
      pinned.set(image, `${name}@${digest ?? (await imageDigest({ name, reference: tag }, { signal }))}`);
    }
    return pinned;
  });
}
