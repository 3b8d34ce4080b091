/** Finds the resource that a command is about. */
import { UserError } from '../../errors.js';
import { findNamedResource, type Project } from '../../project/project.js';
import { describe, type Resource } from '../../project/resource.js';

/** The resource that the flags name. */
export function requireResource(project: Project, flags: { group: string; version?: string; kind?: string }): Resource {
  const { group, version = '', kind = '' } = flags;
  const resource = findNamedResource(project, { group, version, kind });
  if (resource !== undefined) return resource;
  const known = project.resources.map(describe);
  throw new UserError(
    'not-found',
    `this project has no ${describe({ group, domain: project.domain, version, kind })}`,
    {
      fix: known.length === 0 ? 'it has no resources at all' : `it has: ${known.join('; ')}`,
    },
  );
}
