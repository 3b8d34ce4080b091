/** Names of container images. */
import { UserError } from '../../../errors.js';

/** An image name taken apart. */
export interface ImageReference {
  /** Registry and path, such as `ghcr.io/acme/guestbook`. */
  readonly name: string;
  readonly tag?: string;
  /** `sha256:…`. */
  readonly digest?: string;
}

const component = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const host = '(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?|\\[[a-fA-F0-9:]+\\])(?::\\d+)?';
const pattern = new RegExp(
  `^(?<name>(?:${host}/)?${component}(?:/${component})*)(?::(?<tag>[\\w][\\w.-]{0,127}))?(?:@(?<digest>[a-z0-9]+(?:[.+_-][a-z0-9]+)*:[0-9a-fA-F]{32,}))?$`,
);

/** Takes an image name apart; rejects what no registry would accept, with `flag-invalid`. `source` says where it is from. */
export function parseImage(image: string, source = '--image'): ImageReference {
  const groups = pattern.exec(image)?.groups;
  if (groups?.['name'] === undefined) {
    throw new UserError('flag-invalid', `${source} "${image}" is not the name of an image`, {
      fix: 'use the form registry/path:tag in lower case, such as ghcr.io/acme/guestbook:v1.0.0',
    });
  }
  return { name: groups['name'], tag: groups['tag'], digest: groups['digest'] };
}
