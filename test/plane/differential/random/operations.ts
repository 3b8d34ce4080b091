/** One random operation on one object, as a call for each server: they differ in resourceVersions only. */
import { mutate } from '../../builtin/fuzz/mutate.js';
import type { Random } from '../../builtin/fuzz/random.js';
import type { Call } from '../api-client.js';
import { apply, get, jsonPatch, merge, post, put, remove, strategic } from '../scenario.js';
import { pathOf, statusSample, type Body, type RandomKind } from './kinds.js';
import { anyMetadata, operationsOn, partOf } from './bodies.js';

/** An object as one server has it, or nothing. */
export type Live = Body | undefined;

/** What is sent; a call is made for each server from what that server has. */
export interface Operation {
  readonly name: string;
  readonly call: (live: Live) => Call;
  /** Lists are about all objects of a kind. */
  readonly isRead: boolean;
}

/** What an operation is chosen from. */
export interface Place {
  readonly kind: RandomKind;
  readonly namespace: string;
  readonly name: string;
  readonly random: Random;
}

type Maker = (place: Place) => Omit<Operation, 'name'>;

const write = (call: (live: Live) => Call): Omit<Operation, 'name'> => ({ call, isRead: false });
const read = (call: Call): Omit<Operation, 'name'> => ({ call: () => call, isRead: true });

const collection = ({ kind, namespace }: Place): string => pathOf(kind, namespace);
const object = (place: Place): string => `${collection(place)}/${place.name}`;

/** A sample, changed at random in half of all cases. No random names: the servers would make different ones. */
function anyObject({ kind, name, random }: Place): Body {
  const sample = { ...structuredClone(random.pick(kind.samples)), metadata: anyMetadata(name, random) };
  if (random.chance(0.5)) return sample;
  const body = mutate(sample as never, kind.schema, random).object as unknown as Body;
  if (typeof body.metadata === 'object' && body.metadata !== null) delete body.metadata['generateName'];
  return body;
}

function anyStatus({ kind, random }: Place): Body {
  const sample = {
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    metadata: {},
    status: structuredClone(statusSample(kind)),
  };
  const { status = {} } = random.chance(0.6) ? sample : mutate(sample as never, kind.schema, random).object;
  return { metadata: {}, status };
}

function query({ random }: Place): string {
  const words = [
    ...(random.chance(0.15) ? [`fieldManager=${random.pick(['m1', 'm2'])}`] : []),
    ...(random.chance(0.3) ? [`fieldValidation=${random.pick(['Strict', 'Ignore', 'Warn'])}`] : []),
    ...(random.chance(0.07) ? ['dryRun=All'] : []),
  ];
  return words.length === 0 ? '' : `?${words.join('&')}`;
}

/** The resourceVersion that the server has, none, or an old one. */
function versioned(body: Body, live: Live, how: string): Body {
  const { resourceVersion } = live?.metadata ?? {};
  const shown = {
    none: undefined,
    current: resourceVersion,
    old: resourceVersion === undefined ? '1' : String(Number(resourceVersion) - 1),
  }[how];
  const { resourceVersion: _sent, ...metadata } = body.metadata ?? {};
  return { ...body, metadata: { ...metadata, ...(shown === undefined ? {} : { resourceVersion: shown }) } };
}

const create: Maker = (place) => {
  const body = anyObject(place);
  const call = post(`${collection(place)}${query(place)}`, body);
  return write(() => call);
};

/** Half of all updates send back what is there, with a part that is new. */
const update: Maker = (place) => {
  const { random } = place;
  const [body, how, path] = [
    anyObject(place),
    random.pick(['none', 'current', 'current', 'old']),
    `${object(place)}${query(place)}`,
  ];
  const [isEdit, field] = [random.chance(0.6), random.pick(['metadata', 'spec', 'status', 'data', 'nothing'])];
  const status =
    place.kind.subresources.includes('status') && random.chance(0.3) ? anyStatus(place)['status'] : undefined;
  return write((live) => {
    const { managedFields: _managers, ...known } = live?.metadata ?? {};
    const sent =
      live === undefined || !isEdit
        ? body
        : { ...live, [field]: field === 'metadata' ? { ...known, ...body.metadata } : (body[field] ?? live[field]) };
    return put(path, versioned(status === undefined ? sent : { ...sent, status }, live, how));
  });
};

const mergeWith =
  (send: typeof merge): Maker =>
  (place) => {
    const call = send(`${object(place)}${query(place)}`, partOf(anyObject(place), place.random));
    return write(() => call);
  };

const operations: Maker = (place) => {
  const call = jsonPatch(`${object(place)}${query(place)}`, operationsOn(anyObject(place), place.random));
  return write(() => call);
};

const applied: Maker = (place) => {
  const { random, kind, name } = place;
  const whole = anyObject(place);
  const part = random.chance(0.4) ? partOf(whole, random) : whole;
  const { metadata } = part;
  const named = typeof metadata === 'string' ? metadata : { ...(metadata as object | null | undefined), name };
  const body = { ...part, apiVersion: kind.apiVersion, kind: kind.kind, metadata: named };
  const call = apply(object(place), random.pick(['one', 'two', 'three']), body, random.chance(0.6));
  return write(() => call);
};

const status: Maker = (place) => {
  const { random, kind, name } = place;
  if (!kind.subresources.includes('status')) return applied(place);
  const path = `${object(place)}/status`;
  const body = anyStatus(place);
  const more = random.chance(0.2) ? partOf(anyObject(place), random) : {};
  const manager = random.pick(['one', 'kubelet']);
  switch (random.below(4)) {
    case 0:
      return write((live) =>
        put(
          path,
          live === undefined
            ? { ...body, metadata: { name } }
            : { ...live, ...more, status: body['status'], metadata: live.metadata },
        ),
      );
    case 1:
      return write(() =>
        apply(path, manager, { apiVersion: kind.apiVersion, kind: kind.kind, ...body, metadata: { name } }, true),
      );
    case 2:
      return write(() => jsonPatch(path, [{ op: 'add', path: '/status', value: body['status'] }]));
    default:
      return write(() => merge(path, { ...more, status: body['status'] }));
  }
};

const scale: Maker = (place) => {
  const { random, kind, name, namespace } = place;
  if (!kind.subresources.includes('scale')) return update(place);
  const path = `${object(place)}/scale`;
  const replicas = random.pick<unknown>([0, 1, 3, 5, -1, 'x', 1.5]);
  switch (random.below(3)) {
    case 0:
      return read(get(path));
    case 1:
      return write(() => merge(path, { spec: { replicas } }));
    default: {
      const body = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name, namespace }, spec: { replicas } };
      const how = random.pick(['none', 'current', 'old']);
      return write((live) => put(path, versioned(body, live, how)));
    }
  }
};

const removal: Maker = (place) => {
  const { random } = place;
  const options = {
    ...(random.chance(0.4) && { propagationPolicy: random.pick(['Background', 'Foreground', 'Orphan', 'Bogus']) }),
    ...(random.chance(0.3) && { gracePeriodSeconds: random.pick([0, 5]) }),
    ...(random.chance(0.1) && { dryRun: ['All'] }),
  };
  const guard = random.pick(['none', 'none', 'uid', 'version', 'wrong']);
  return write((live) => {
    const { uid, resourceVersion } = live?.metadata ?? {};
    const preconditions = {
      none: undefined,
      uid: { uid },
      version: { resourceVersion },
      wrong: { resourceVersion: '1' },
    }[guard];
    return remove(object(place), { ...options, ...(preconditions === undefined ? {} : { preconditions }) });
  });
};

const SELECTORS = [
  'labelSelector=a%3D1',
  'labelSelector=a%20in%20(1,2)',
  'labelSelector=!a',
  'labelSelector=a%20notin%20(1),b',
  'labelSelector=a%3D%3D%3D',
  'fieldSelector=metadata.name%3Dn1',
  'fieldSelector=metadata.name!%3Dn1',
  'fieldSelector=spec.tier%3Dfree',
  'fieldSelector=status.phase%3DRunning',
  'fieldSelector=nope%3D1',
  'fieldSelector=type%3DOpaque',
];
const PAGES = [
  'limit=1',
  'limit=2',
  'resourceVersion=0',
  'resourceVersionMatch=Exact',
  'limit=-1',
  'resourceVersion=x',
  'timeoutSeconds=x',
  'limit=1&resourceVersion=0',
];
const ACCEPTED = {
  list: 'application/json',
  table: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json',
  metadata: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json',
};

const listed =
  (view: keyof typeof ACCEPTED): Maker =>
  (place) => {
    const { random } = place;
    const words = [
      ...(random.chance(0.5) ? [random.pick(SELECTORS)] : []),
      ...(random.chance(0.3) ? [random.pick(PAGES)] : []),
    ];
    return read({ ...get(`${collection(place)}?${words.join('&')}`), accept: ACCEPTED[view] });
  };

const removals: Maker = (place) => {
  const chosen = place.random.pick(['labelSelector=a%3D1', 'fieldSelector=metadata.name%3Dn2', 'dryRun=All']);
  return write(() => remove(`${collection(place)}?${chosen}`));
};

const MAKERS: readonly (readonly [string, number, Maker])[] = [
  ['create', 5, create],
  ['update', 5, update],
  ['merge', 4, mergeWith(merge)],
  ['strategic', 4, mergeWith(strategic)],
  ['json', 3, operations],
  ['apply', 9, applied],
  ['status', 4, status],
  ['scale', 2, scale],
  ['delete', 3, removal],
  ['delete all', 1, removals],
  ['list', 2, listed('list')],
  ['table', 1, listed('table')],
  ['metadata', 1, listed('metadata')],
];
const WEIGHTED = MAKERS.flatMap(([name, weight, maker]) => Array.from({ length: weight }, () => ({ name, maker })));

/** Any operation. */
export function anyOperation(place: Place): Operation {
  const { name, maker } = place.random.pick(WEIGHTED);
  return { name, ...maker(place) };
}
