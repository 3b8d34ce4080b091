/** The two questions that a guard asks the API server. */
import type { Client } from '../client/client.js';
import { defineKind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';

/** A user, as the API server knows it. */
export interface Reviewer {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

interface TokenReview extends KubeObject {
  spec: { token: string };
  status?: { authenticated?: boolean; user?: Reviewer; error?: string };
}

interface SubjectAccessReview extends KubeObject {
  spec: {
    user: string;
    uid?: string;
    groups?: readonly string[];
    extra?: Reviewer['extra'];
    nonResourceAttributes: object;
  };
  status?: { allowed?: boolean; denied?: boolean };
}

const TokenReview = defineKind<TokenReview>({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenReview',
  plural: 'tokenreviews',
  scope: 'Cluster',
});

const SubjectAccessReview = defineKind<SubjectAccessReview>({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  scope: 'Cluster',
});

const timeoutMs = 10_000;

/** Whose token it is; undefined when it is nobody's. */
export async function reviewToken(client: Pick<Client, 'create'>, token: string): Promise<Reviewer | undefined> {
  const review = new TokenReview({ metadata: {}, spec: { token } });
  const { status } = await client.create<TokenReview>(review, { timeoutMs });
  if (!status?.authenticated || !status.user?.username) return undefined;
  return status.user;
}

/** Whether a user may do `verb` to `path`. */
export async function reviewAccess(
  client: Pick<Client, 'create'>,
  user: Reviewer,
  nonResourceAttributes: { readonly path: string; readonly verb: string },
): Promise<boolean> {
  const { username, uid, groups, extra } = user;
  const spec = { user: username, uid, groups, extra, nonResourceAttributes };
  const review = new SubjectAccessReview({ metadata: {}, spec });
  const { status } = await client.create<SubjectAccessReview>(review, { timeoutMs });
  return status?.allowed === true && status.denied !== true;
}
