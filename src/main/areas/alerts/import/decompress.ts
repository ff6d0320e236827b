import { createGunzip } from 'node:zlib';

/** Compressed bytes are fed in slices, so that what a slice unfolds to is bounded (1,032 : 1). */
const SLICE_BYTES = 16 * 1024;

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Unpacks gzip (RFC 1952), several members after one another too. A file that is cut off or damaged
 * gives what could be read; `onProblem` then says so. Slices go in one at a time and their output is
 * handed on before the next, so nothing that was unpacked is lost to an error, and memory is bounded
 * whatever the ratio.
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
  engine.on('data', (chunk: Buffer) => ready.push(chunk));
  engine.on('error', (error) => {
    failure ??= error;
  });
  engine.on('end', () => {
    isOver = true;
  });
  try {
    for await (const slice of slices(source)) {
      await new Promise<void>((resolve) => {
        // At bytes that are no further member the engine ends without answering the write.
        engine.once('end', resolve);
        engine.write(slice, () => {
          engine.off('end', resolve);
          resolve();
        });
      });
      yield* take();
      if (failure || isOver) break;
    }
    if (!failure && !isOver) await finished(engine);
    yield* take();
    if (failure) onProblem(describe(failure));
  } finally {
    engine.destroy();
  }
}

function finished(engine: ReturnType<typeof createGunzip>): Promise<void> {
  return new Promise((resolve) => {
    engine.once('end', resolve);
    engine.once('close', resolve);
    engine.end();
  });
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
