/** Sends objects to two servers and groups what they say differently. */
import { allBuiltinKinds, builtinSchema } from '../../../../src/k8s/catalogue.js';
import type { SchemaNode } from '../../../../src/kubernetes/schema/schema-node.js';
import type { ApiClient } from '../../differential/api-client.js';
import { mutate, type Mutant } from './mutate.js';
import { seeded } from './random.js';
import { samples, type Sample } from './samples.js';

/** How a server answered. */
export interface Verdict {
  readonly code: number;
  readonly causes: readonly string[];
  readonly message: string;
}

/** One object that the servers judged differently. */
export interface Difference {
  readonly kind: string;
  readonly changes: readonly string[];
  readonly object: unknown;
  readonly real: Verdict;
  readonly own: Verdict;
}

/** The result of a run. */
export interface Report {
  readonly count: number;
  /** Accepted by the real server, refused here. */
  readonly refused: Difference[];
  /** Refused by the real server, accepted here. */
  readonly accepted: Difference[];
  /** Both refused, for other fields or reasons. */
  readonly worded: Difference[];
}

export const NAMESPACE = 'fuzz';

/** A sample with the place that it is sent to. */
export interface Subject {
  readonly sample: Sample;
  readonly path: string;
  readonly schema: SchemaNode | undefined;
}

/** All samples, or those of some kinds. */
export function subjects(kinds: readonly string[]): Subject[] {
  return samples()
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .map((sample) => {
      const [version = '', group = ''] = sample.apiVersion.split('/').reverse();
      const kind = allBuiltinKinds().find(
        (entry) => entry.kind === sample.kind && entry.group === group && entry.version === version,
      );
      if (kind === undefined) throw new Error(`${sample.apiVersion} ${sample.kind} is not in the catalogue`);
      const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
      const scope = kind.scope === 'Namespaced' ? `/namespaces/${NAMESPACE}` : '';
      return { sample, path: `${root}${scope}/${kind.plural}`, schema: builtinSchema(kind) as SchemaNode | undefined };
    });
}

/** What one server says about an object, without keeping it. */
export async function judge(client: ApiClient, path: string, object: unknown, method = 'POST'): Promise<Verdict> {
  const answer = await client.call({ method, path: `${path}?dryRun=All`, body: object }).catch((error: unknown) => {
    // A real server hangs up when its own checks panic; that is no verdict.
    if (error instanceof Error && /hang up|ECONNRESET/.test(error.message)) return undefined;
    throw error;
  });
  if (answer === undefined) return { code: NO_ANSWER, causes: [], message: 'the server hung up' };
  const body = answer.body as { message?: string; details?: { causes?: { field?: string; reason?: string }[] } };
  const causes =
    answer.code < 300 ? [] : (body.details?.causes ?? []).map((cause) => `${cause.field}: ${cause.reason}`);
  return {
    code: answer.code,
    causes: [...new Set(causes)].sort(),
    message: answer.code < 300 ? '' : (body.message ?? ''),
  };
}

const NO_ANSWER = 0;
/** Whether an object was accepted. */
export const isYes = ({ code }: Verdict): boolean => code !== NO_ANSWER && code < 300;

/** Which way two verdicts differ. */
export function sort(difference: Difference, report: Report): void {
  const { real, own } = difference;
  if (real.code === NO_ANSWER) return;
  if (isYes(real) && !isYes(own)) report.refused.push(difference);
  else if (!isYes(real) && isYes(own)) report.accepted.push(difference);
  else if (real.code !== own.code || real.causes.join() !== own.causes.join()) report.worded.push(difference);
}

/** Every sample as it is: both servers must take it. */
export async function judgeSamples(real: ApiClient, own: ApiClient): Promise<Difference[]> {
  const result: Difference[] = [];
  for (const { sample, path } of subjects([])) {
    const [left, right] = await Promise.all([judge(real, path, sample), judge(own, path, sample)]);
    if (!isYes(left) || !isYes(right)) {
      result.push({ kind: sample.kind, changes: [], object: sample, real: left, own: right });
    }
  }
  return result;
}

/** Updates: every sample is stored on both servers, then replaced by mutants of itself. */
export async function fuzzUpdates(
  real: ApiClient,
  own: ApiClient,
  options: { seed: number; count: number; kinds?: readonly string[] },
): Promise<Report> {
  const all = subjects(options.kinds ?? []);
  const random = seeded(options.seed);
  const report: Report = { count: options.count, refused: [], accepted: [], worded: [] };
  const versions = new Map<string, string>();
  for (const client of [real, own]) {
    // Limits of the namespace come last: they would keep pods out.
    const limits = new Set(['LimitRange', 'ResourceQuota']);
    const order = [...all].sort((a, b) => Number(limits.has(a.sample.kind)) - Number(limits.has(b.sample.kind)));
    for (const { sample, path } of order)
      versions.set(`${client.server}${placeOf(path, sample)}`, await stored(client, path, sample));
  }
  const judged = (client: ApiClient, place: string, object: unknown): Promise<Verdict> =>
    judge(client, place, withVersion(object, versions.get(`${client.server}${place}`) ?? ''), 'PUT');
  for (let done = 0; done < options.count; done++) {
    const { sample, path, schema } = all[done % all.length] as Subject;
    const { object, changes } = mutate(sample as never, schema, random);
    const place = placeOf(path, sample);
    const [left, right] = await Promise.all([judged(real, place, object), judged(own, place, object)]);
    sort({ kind: `${sample.kind} (update)`, changes, object, real: left, own: right }, report);
  }
  return report;
}

const placeOf = (path: string, sample: Sample): string => `${path}/${(sample.metadata as { name: string }).name}`;

async function stored(client: ApiClient, path: string, sample: Sample): Promise<string> {
  const answer = await client.call({ method: 'POST', path, body: sample });
  if (answer.code !== 201) throw new Error(`${sample.kind}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}

function withVersion(object: unknown, resourceVersion: string): unknown {
  const { metadata, ...rest } = object as { metadata?: unknown };
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return object;
  return { ...rest, metadata: { ...metadata, resourceVersion } };
}

/** Creates of mutated samples. */
export async function fuzz(
  real: ApiClient,
  own: ApiClient,
  options: { seed: number; count: number; kinds?: readonly string[] },
): Promise<Report> {
  const all = subjects(options.kinds ?? []);
  const random = seeded(options.seed);
  const report: Report = { count: options.count, refused: [], accepted: [], worded: [] };
  const batch = 8;
  for (let done = 0; done < options.count; done += batch) {
    const mutants = Array.from({ length: Math.min(batch, options.count - done) }, (_, index) => {
      const subject = all[(done + index) % all.length] as Subject;
      return { subject, mutant: mutate(subject.sample as never, subject.schema, random) };
    });
    await Promise.all(mutants.map(({ subject, mutant }) => one(real, own, { subject, mutant, report })));
  }
  return report;
}

async function one(
  real: ApiClient,
  own: ApiClient,
  { subject, mutant, report }: { subject: Subject; mutant: Mutant; report: Report },
): Promise<void> {
  const [left, right] = await Promise.all([
    judge(real, subject.path, mutant.object),
    judge(own, subject.path, mutant.object),
  ]);
  const { changes, object } = mutant;
  sort({ kind: subject.sample.kind, changes, object, real: left, own: right }, report);
}

/** Differences by kind and field, the largest group first, with an example each. */
export function summary(differences: readonly Difference[], limit = 60): string {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const { real, own, kind } = difference;
    const cause = (verdict: Verdict): string =>
      verdict.causes.length > 0 ? verdict.causes.join(' + ') : `${verdict.code} ${verdict.message.slice(0, 150)}`;
    const key = `${kind} | real ${isYes(real) ? 'yes' : cause(real)} | own ${isYes(own) ? 'yes' : cause(own)}`;
    groups.set(key.replaceAll(/\[\d+\]/g, '[]'), [...(groups.get(key.replaceAll(/\[\d+\]/g, '[]')) ?? []), difference]);
  }
  return [...groups.entries()]
    .sort(([, left], [, right]) => right.length - left.length)
    .slice(0, limit)
    .map(([key, list]) => {
      const [first] = list;
      const text =
        first === undefined
          ? ''
          : `${first.changes.join('; ')} | ${(first.real.message || first.own.message).slice(0, 260)}`;
      return `${list.length} × ${key}\n     ${text}`;
    })
    .join('\n');
}
