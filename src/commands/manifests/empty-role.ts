/** What stays of a generated role when no marker asks for rights any more. */
import { UserError } from '../../errors.js';
import { parseAllDocuments, toYaml } from '../../yaml.js';

/**
 * The same roles without rules. A kustomization names the file, so it must not go away; and a binding
 * refers to the roles, so they keep their kind and name.
 */
export function emptyRole(current: string): string {
  const [head = ''] = current.split('---\n', 1);
  const documents = parseAllDocuments(current);
  const [error] = documents.flatMap(({ errors }) => errors);
  if (error !== undefined)
    throw new UserError('cannot-read', `the generated role cannot be read: ${error.message.split('\n')[0] ?? ''}`, {
      fix: 'restore role.yaml from version control',
      cause: error,
    });
  const roles = documents.map((document) => document.toJS() as { metadata?: object } | null);
  const bodies = roles.filter((role) => role !== null).map((role) => `---\n${toYaml({ ...role, rules: [] })}`);
  return `${head}${bodies.join('')}`;
}
