/** Creates, changes and deletes Widgets all the time, whatever happens to the control plane. */
import type { Client } from '../../src/runtime/client/client.js';
import { is } from '../../src/runtime/client/requests/api-error.js';
import { mutable } from '../../src/runtime/object/readonly.js';
import type { Random } from './settings/random.js';
import { ConfigMap, Widget } from './widget.js';

export const namespace = 'default';

export class Load {
  created = 0;
  changed = 0;
  deleted = 0;
  /** Children that were deleted or changed behind the managers' back. */
  vandalised = 0;
  readonly #client: Client;
  readonly #random: Random;
  readonly #total: number;
  readonly #alive: string[] = [];
  #isOver = false;
  #work: Promise<void> | undefined;

  constructor(client: Client, random: Random, total: number) {
    this.#client = client;
    this.#random = random;
    this.#total = total;
  }

  start(): void {
    this.#work = this.#run();
  }

  /** Ends after the operation that runs, having created as many objects as it should. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  async #run(): Promise<void> {
    while (!this.#isOver || this.created < this.#total) {
      const choice = this.#random.next();
      if (this.created < this.#total && (choice < 0.5 || this.#alive.length < 20)) await this.#create();
      else if (choice < 0.7) await this.#vandalise(`${this.#random.pick(this.#alive)}-0`);
      else if (choice < 0.88 || this.#alive.length < 20) await this.#change(this.#random.pick(this.#alive));
      else await this.#delete();
      await pause(this.#isOver ? 2 : 30);
    }
  }

  async #create(): Promise<void> {
    const name = `w${this.created++}`;
    const spec = { children: this.#random.between(0, 4), value: `v${this.#random.between(0, 1e6)}` };
    await insist(async () => {
      await this.#client.create(new Widget({ metadata: { name, namespace }, spec })).catch(unless(is.alreadyExists));
    });
    this.#alive.push(name);
  }

  async #change(name: string): Promise<void> {
    const spec = { children: this.#random.between(0, 4), value: `v${this.#random.between(0, 1e6)}` };
    await setSpec(this.#client, name, spec);
    this.changed++;
  }

  /** Only an event about the child itself can tell a manager of this. */
  async #vandalise(name: string): Promise<void> {
    const target = { kind: ConfigMap, name, namespace };
    const act = (): Promise<unknown> =>
      this.#random.next() < 0.5
        ? this.#client.delete(target)
        : this.#client.patch(target, { type: 'merge', body: { data: { value: 'vandalised' } } });
    await insist(async () => void (await act().catch(unless(is.notFound))));
    this.vandalised++;
  }

  async #delete(): Promise<void> {
    const [name = ''] = this.#alive.splice(this.#random.between(0, this.#alive.length - 1), 1);
    await insist(async () => {
      await this.#client.delete({ kind: Widget, name, namespace }).catch(unless(is.notFound));
    });
    this.deleted++;
  }
}

/** Writes a spec, as often as it takes. */
export async function setSpec(client: Client, name: string, spec: Widget['spec']): Promise<void> {
  await insist(async () => {
    const found = await client.live.find(Widget, { name, namespace });
    if (!found) return;
    await client.update<Widget>({ ...mutable<Widget>(found), spec });
  });
}

/** Tries until it works: the load is not what is under test. */
export async function insist<T>(act: () => Promise<T>, limitMs = 120_000): Promise<T> {
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await pause(100);
    }
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function unless(isExpected: (error: unknown) => boolean): (error: unknown) => undefined {
  return (error) => {
    if (!isExpected(error)) throw error;
  };
}
