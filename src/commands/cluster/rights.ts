/** Asks the API server what we may do, before anything is changed. */
import { UserError } from '../../errors.js';
import type { Client } from '../../runtime/client/client.js';
import type { KindInfo } from '../../runtime/object/kind.js';
import { SelfSubjectAccessReview } from '../../k8s/authorization/v1/index.js';

/** Something that will be done. */
export interface WantedRight {
  readonly kind: KindInfo;
  readonly namespace?: string;
  readonly verbs: readonly string[];
}

/** Rejects with `forbidden` and everything that is missing. What cannot be asked counts as allowed. */
export async function checkRights(
  client: Client,
  wanted: readonly WantedRight[],
  options: { readonly action: string; readonly signal?: AbortSignal },
): Promise<void> {
  const questions = [...new Map(wanted.flatMap(questionsOf).map((question) => [question.key, question])).values()];
  const answers = await Promise.all(questions.map((question) => ask(client, question, options.signal)));
  const missing = new Map<string, string[]>();
  questions.forEach(({ place, verb }, index) => {
    if (answers[index] === false) missing.set(place, [...(missing.get(place) ?? []), verb]);
  });
  if (missing.size === 0) return;
  const lines = [...missing].map(([place, verbs]) => `\n  ${verbs.join(', ')} ${place}`);
  throw new UserError(
    'forbidden',
    `you have no permission to ${options.action}; nothing was changed. Missing:${lines.join('')}`,
    {
      fix: 'ask a cluster administrator for these rights, or choose another user with --context or --kubeconfig',
    },
  );
}

interface Question {
  readonly key: string;
  readonly place: string;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace?: string;
}

function questionsOf({ kind, namespace, verbs }: WantedRight): Question[] {
  const { group } = kind.gvk;
  const resource = group === '' ? kind.plural : `${kind.plural}.${group}`;
  const place = `${resource}${namespace === undefined ? '' : ` in namespace ${namespace}`}`;
  return verbs.map((verb) => ({
    key: `${verb} ${place}`,
    place,
    verb,
    group,
    resource: kind.plural,
    namespace,
  }));
}

async function ask(client: Client, question: Question, signal: AbortSignal | undefined): Promise<boolean> {
  const { verb, group, resource, namespace } = question;
  const review = new SelfSubjectAccessReview({
    metadata: {},
    spec: { resourceAttributes: { verb, group, resource, ...(namespace === undefined ? {} : { namespace }) } },
  });
  const { status } = await client.create(review, { signal });
  return status?.allowed !== false || status.evaluationError !== undefined;
}
