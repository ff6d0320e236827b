/** A stream of bytes, taken in the portions that are asked for. */
export interface Puller {
  /** Bytes that were taken. */
  readonly position: number;
  /** Exactly so many; fewer only at the end. For small portions: they are put together in memory. */
  take(bytes: number): Promise<Buffer>;
  /** The next bytes as they come. */
  body(bytes: number): AsyncGenerator<Uint8Array>;
  skip(bytes: number): Promise<void>;
  close(): Promise<void>;
}

export function pull(source: AsyncIterable<Uint8Array>): Puller {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Uint8Array = Buffer.alloc(0);
  let position = 0;

  /** Up to so many bytes; null at the end. */
  async function some(most: number): Promise<Uint8Array | null> {
    while (rest.byteLength === 0) {
      const { done, value } = await iterator.next();
      if (done) return null;
      rest = value;
    }
    const part = rest.subarray(0, most);
    rest = rest.subarray(part.byteLength);
    position += part.byteLength;
    return part;
  }

  async function* body(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      const part = await some(left);
      if (part === null) return;
      left -= part.byteLength;
      yield part;
    }
  }

  return {
    get position() {
      return position;
    },
    body,
    async take(bytes) {
      const parts: Buffer[] = [];
      for await (const part of body(bytes)) parts.push(Buffer.from(part));
      return Buffer.concat(parts);
    },
    async skip(bytes) {
      for await (const _ of body(bytes));
    },
    async close() {
      await iterator.return?.();
    },
  };
}
