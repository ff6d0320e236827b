import { createGunzip } from 'node:zlib';

/**
 * Compressed bytes are fed in slices, so that what a slice unfolds to is bounded (1,032 : 1). What a
 * slice unfolds to before an error in it is lost, which is another reason for small ones.
 */
const SLICE_BYTES = 4 * 1024;

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Unpacks gzip (RFC 1952), several members after one another too. A file that is cut off or damaged
 * gives what could be read; `onProblem` then says so. Slices go in one at a time and their output is
 * handed on before the next, so that an error costs one slice, and memory is bounded whatever the
 * ratio. Zeros behind the last member are padding.
 */
export async function* gunzip(
  source: AsyncIterable<Uint8Array>,
  onProblem: (note: string) => void,
): AsyncGenerator<Buffer> {
  const engine = createGunzip({ chunkSize: 64 * 1024 });
  let ready: Buffer[] = [];
  const take = () => {
    const taken = ready;
    ready = [];
    return taken;
  };
  let failure: Error | null = null;
  let isOver = false;
  // After an error, or at bytes that are no further member, the engine never answers the write.
  const over = new Promise<void>((resolve) => {
    engine.once('close', resolve);
    engine.once('end', resolve);
  }).then(() => {
    isOver = true;
  });
  engine.on('data', (chunk: Buffer) => ready.push(chunk));
  engine.on('error', (error) => {
    failure ??= error;
  });
  try {
    for await (const slice of slices(source)) {
      const written = new Promise<void>((resolve) => {
        engine.write(slice, () => resolve());
      });
      await Promise.race([written, over]);
      yield* take();
      if (isOver) break;
    }
    if (!isOver) {
      engine.end();
      await over;
    }
    yield* take();
    if (failure) onProblem(describe(failure));
  } finally {
    engine.destroy();
  }
}

async function* slices(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      yield chunk.subarray(at, at + SLICE_BYTES);
    }
  }
}

function describe(failure: Error & { code?: string }): string {
  return failure.code === 'Z_BUF_ERROR'
    ? 'The gzip file is cut off: what was in it up to there has been read.'
    : 'The gzip file is damaged: what could be unpacked has been read.';
}
