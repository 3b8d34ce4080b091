/** Objects that are known to be deleted although the watch has not reported it yet. */

/** The watch may never report an object that was created and deleted during an interruption. */
const MOST_UNSEEN = 5000;

/** Deletions of one reflector, by uid: a deleted uid never returns, so no read may show it again. */
export class DeletedObjects {
  /** Still in the store. */
  readonly #shown = new Set<string>();
  /** Not in the store; their creation may still arrive. */
  readonly #unseen = new Set<string>();

  /** True when reads have to leave something out. */
  get isHiding(): boolean {
    return this.#shown.size > 0;
  }

  get isEmpty(): boolean {
    return this.#shown.size === 0 && this.#unseen.size === 0;
  }

  add(uid: string, isStored: boolean): void {
    if (isStored) {
      this.#shown.add(uid);
      return;
    }
    this.#unseen.add(uid);
    for (const oldest of this.#unseen) {
      if (this.#unseen.size <= MOST_UNSEEN) return;
      this.#unseen.delete(oldest);
    }
  }

  /** Whether the store shows an object with this uid although it is deleted. */
  hides(uid: string | undefined): boolean {
    return uid !== undefined && this.#shown.has(uid);
  }

  stored(uid: string): void {
    if (this.#unseen.delete(uid)) this.#shown.add(uid);
  }

  removed(uid: string): void {
    this.#shown.delete(uid);
    this.#unseen.delete(uid);
  }

  clear(): void {
    this.#shown.clear();
    this.#unseen.clear();
  }
}
