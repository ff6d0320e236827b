import { setTimeout } from 'node:timers/promises';

/** How long the rest of a body is listened to after nobody wants it any more. */
const PATIENCE_MS = 3_000;

export interface UploadBody {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Resolves when the sender has been heard out: its whole body, or as much as patience allows. */
  hearOut(): Promise<void>;
}

/**
 * A body that may be left half-way (an import that was cancelled or refused). A sender hears the
 * answer only when it may finish sending, so the rest is read and dropped before the answer goes.
 */
export function readUploadBody(body: ReadableStream<Uint8Array>): UploadBody {
  const heardOut = Promise.withResolvers<void>();
  async function* read(): AsyncGenerator<Uint8Array> {
    const reader = body.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      void drain(reader).then(heardOut.resolve);
    }
  }
  return {
    bytes: read(),
    // A sender that has fallen silent is not waited for either.
    hearOut: () =>
      Promise.race([heardOut.promise, setTimeout(PATIENCE_MS, undefined, { ref: false })]),
  };
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  try {
    while (Date.now() < deadline) {
      const { done } = await reader.read();
      if (done) return;
    }
    await reader.cancel();
  } catch {
    // The sender has gone: nobody is left to hear an answer.
  }
}
