/** Serves `/convert` for all kinds: reads the review, converts each object, writes the answer. */
import { parseExact } from '../../../kubernetes/json/parse-exact.js';
import { stringifyExact } from '../../../kubernetes/json/stringify-exact.js';
import { shortText } from '../../log/redact.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import type { GVK } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import type { SchemaSource } from '../recall/published-schemas.js';
import { memoriesInUse } from '../recall/memories.js';
import type { Recall, Refusal } from '../recall/remembered.js';
import type { ConvertObject } from './converter.js';
import type { Hook, HookCall, HookReply } from '../server/hook.js';
import { isRecord } from '../../object/json.js';
import { jsonProblem } from '../../object/json-body.js';
import { isBug } from '../admission/admission-response.js';

/** Conversions by group and kind. */
export class ConversionHook implements Hook {
  readonly type = 'conversion';
  readonly #conversions = new Map<string, ConvertObject>();
  readonly #schemas: SchemaSource | undefined;

  /** Without schemas nothing that annotations remember can be checked, so nothing of it is restored. */
  constructor(schemas?: SchemaSource) {
    this.#schemas = schemas;
  }

  /** Adds the conversion of one kind; a kind can have only one. */
  add({ group, kind }: Pick<GVK, 'group' | 'kind'>, convert: ConvertObject): void {
    const key = `${kind}.${group}`;
    if (this.#conversions.has(key)) throw new Error(`${key} already has a conversion`);
    this.#conversions.set(key, convert);
  }

  async handle(call: HookCall): Promise<HookReply> {
    const review = parseReview(call.body);
    if (!review) return { status: 400 };
    const { apiVersion, uid } = review;
    const done = (response: object, panicked = false): HookReply => ({
      status: 200,
      body: stringifyExact({ kind: 'ConversionReview', apiVersion, response: { uid, ...response } }),
      panicked,
    });
    try {
      const convertedObjects = await this.#convertAll(review, call);
      return done({ convertedObjects, result: { status: 'Success' } });
    } catch (error) {
      const [desiredAPIVersion, requestID] = [shortText(review.desired), shortText(uid)];
      call.log.error('a conversion failed', { error, desiredAPIVersion, requestID });
      const message = error instanceof Error ? error.message : String(error);
      return done({ convertedObjects: [], result: { status: 'Failure', message } }, isBug(error));
    }
  }

  refuse({ code }: { code: number }): HookReply {
    return { status: code };
  }

  async #convertAll(review: Review, { signal, log }: HookCall): Promise<readonly KubeObject[]> {
    const converted: KubeObject[] = [];
    const refusals: Refusal[] = [];
    let sliceStart = performance.now();
    for (const object of review.objects) {
      converted.push(
        await this.#convert(object, review.desired, { signal, refused: (refusal) => refusals.push(refusal) }),
      );
      // A list of thousands comes in one call; leases, probes and other calls share this thread.
      if (performance.now() - sliceStart < 10) continue;
      await new Promise(setImmediate);
      signal.throwIfAborted();
      sliceStart = performance.now();
    }
    if (refusals.length > 0)
      log.info('conversions did not restore what annotations remember', {
        count: refusals.length,
        first: refusals.slice(0, 5),
        desiredAPIVersion: shortText(review.desired),
      });
    return converted;
  }

  async #convert(object: unknown, desired: string, call: Pick<Recall, 'signal' | 'refused'>): Promise<KubeObject> {
    if (!isKubeObject(object)) throw new Error('an object of the ConversionReview has no apiVersion, kind or metadata');
    const { group } = parseApiVersion(object.apiVersion);
    const to = { ...parseApiVersion(desired), kind: object.kind };
    if (to.group !== group)
      throw new Error(
        `${shortText(object.apiVersion)} ${shortText(object.kind)} cannot become ${shortText(desired)}: the groups differ`,
      );
    const registered = this.#conversions.get(`${object.kind}.${group}`);
    if (!registered)
      throw new Error(`no conversion of ${shortText(object.kind)} of group "${shortText(group)}" is registered`);
    const convert: ConvertObject = (...args) => storable(registered(...args));
    const memories = memoriesInUse();
    if (!memories?.has(object, to.version)) return convert(object, desired);
    return memories.convert(object, { convert, to, apiVersion: desired, schemas: this.#schemas, ...call });
  }
}

/** A NaN would become null in the answer, and a Map an empty object. */
function storable(converted: KubeObject): KubeObject {
  const problem = isRecord(converted) ? jsonProblem(converted) : undefined;
  if (problem !== undefined) throw new Error(`the converter set a value that cannot be stored: ${problem}`);
  return converted;
}

interface Review {
  readonly apiVersion: string;
  readonly uid: string;
  readonly desired: string;
  readonly objects: readonly unknown[];
}

const apiVersions: ReadonlySet<unknown> = new Set(['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1']);

function parseReview(body: Buffer): Review | undefined {
  const review = parseJson(body);
  if (!isRecord(review) || review['kind'] !== 'ConversionReview') return undefined;
  const { apiVersion, request } = review;
  if (typeof apiVersion !== 'string' || !apiVersions.has(apiVersion) || !isRecord(request)) return undefined;
  const { uid, desiredAPIVersion: desired, objects = [] } = request;
  if (typeof uid !== 'string' || typeof desired !== 'string' || !Array.isArray(objects)) return undefined;
  return { apiVersion, uid, desired, objects };
}

function parseJson(body: Buffer): unknown {
  try {
    return parseExact(body.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isKubeObject(value: unknown): value is KubeObject {
  return (
    isRecord(value) &&
    typeof value['apiVersion'] === 'string' &&
    typeof value['kind'] === 'string' &&
    isRecord(value['metadata'])
  );
}
