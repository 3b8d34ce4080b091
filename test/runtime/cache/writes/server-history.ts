/** Every state that every object of a server in memory had. */
import type { FakeResource, Thing } from '../fake-resource.js';

/** One state; without `object` it does not exist. */
interface State {
  readonly version: number;
  readonly object?: Thing;
}

export class ServerHistory {
  readonly #states = new Map<string, State[]>();

  constructor(resource: FakeResource) {
    const put = resource.put.bind(resource);
    const remove = resource.remove.bind(resource);
    resource.put = (key, ...rest) => {
      const object = put(key, ...rest);
      this.#add(key, { version: Number(object.metadata.resourceVersion), object });
      return object;
    };
    resource.remove = (key) => {
      const removed = remove(key);
      if (removed) this.#add(key, { version: Number(removed.metadata.resourceVersion) });
      return removed;
    };
  }

  /** When the object that `isSelected` at `version` was first something else, or gone; undefined when it never was. */
  endAfter(key: string, version: number, isSelected: (object: Thing) => boolean): number | undefined {
    const states = this.#states.get(key) ?? [];
    const known = states.find((state) => state.version === version)?.object;
    if (!known || !isSelected(known)) return undefined;
    const end = states.find(
      ({ version: at, object }) =>
        at > version && (!object || object.metadata.uid !== known.metadata.uid || !isSelected(object)),
    );
    return end?.version;
  }

  /** Why a read may not show this, if it must not be older than `floor`; undefined when it may. */
  complaint(key: string, shown: Thing | undefined, floor: number): string | undefined {
    const states: State[] = [{ version: 0 }, ...(this.#states.get(key) ?? [])];
    const isIt = (state: State): boolean =>
      shown
        ? state.object?.metadata.uid === shown.metadata.uid && state.version === Number(shown.metadata.resourceVersion)
        : state.object === undefined;
    const isPossible = states.some((state, index) => {
      const until = states[index + 1]?.version ?? Number.POSITIVE_INFINITY;
      return isIt(state) && until > floor;
    });
    const what = shown ? `version ${shown.metadata.resourceVersion}` : 'nothing';
    return isPossible ? undefined : `${key}: shows ${what}, which ended before ${floor}`;
  }

  #add(key: string, state: State): void {
    const states = this.#states.get(key) ?? [];
    states.push(state);
    this.#states.set(key, states);
  }
}
