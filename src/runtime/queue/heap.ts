/** An item of a heap: the heap keeps the position, so that any item can be removed. */
export interface HeapItem {
  heapIndex: number;
}

/** A binary heap whose items can be removed from the middle. `isBefore` must be a strict order. */
export class Heap<T extends HeapItem> {
  readonly #isBefore: (left: T, right: T) => boolean;
  readonly #items: T[] = [];

  constructor(isBefore: (left: T, right: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The first item, which stays. */
  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    item.heapIndex = this.#items.length;
    this.#items.push(item);
    this.#siftUp(item);
  }

  pop(): T | undefined {
    const first = this.#items[0];
    if (first) this.remove(first);
    return first;
  }

  /** Removes an item that is in this heap. */
  remove(item: T): void {
    const last = this.#items.pop();
    if (last !== undefined && last !== item) {
      this.#place(last, item.heapIndex);
      this.#siftUp(last);
      this.#siftDown(last);
    }
    item.heapIndex = -1;
  }

  clear(): void {
    for (const item of this.#items) item.heapIndex = -1;
    this.#items.length = 0;
  }

  #place(item: T, index: number): void {
    this.#items[index] = item;
    item.heapIndex = index;
  }

  #siftUp(item: T): void {
    let index = item.heapIndex;
    while (index > 0) {
      const parent = this.#items[(index - 1) >> 1];
      if (parent === undefined || !this.#isBefore(item, parent)) break;
      const parentIndex = parent.heapIndex;
      this.#place(parent, index);
      index = parentIndex;
    }
    this.#place(item, index);
  }

  #siftDown(item: T): void {
    let index = item.heapIndex;
    for (;;) {
      const left = this.#items[2 * index + 1];
      const right = this.#items[2 * index + 2];
      const child = left && right && this.#isBefore(right, left) ? right : left;
      if (child === undefined || !this.#isBefore(child, item)) break;
      const childIndex = child.heapIndex;
      this.#place(child, index);
      index = childIndex;
    }
    this.#place(item, index);
  }
}
