import { once } from 'node:events';
import type { Transform } from 'node:stream';

const WORDS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'the compressed data ends too early',
  Z_DATA_ERROR: 'the compressed data is damaged',
  ZSTD_error_corruption_detected: 'the compressed data is damaged',
};

/** What a decompressor complains of, in words that can be counted. */
function inWords(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = WORDS[code];
  return words === undefined
    ? error instanceof Error
      ? error
      : new Error(String(error))
    : new Error(words);
}

/** Feeds a transform as it is read from, so that no more lies in memory than it holds itself. */
export async function* through(
  source: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Uint8Array> {
  let isOver = false;
  let failure: unknown = null;
  const feeding = (async () => {
    try {
      for await (const bytes of source) {
        if (isOver || transform.destroyed) return;
        if (!transform.write(bytes))
          await Promise.race([once(transform, 'drain'), once(transform, 'close')]);
      }
      if (!isOver && !transform.destroyed) transform.end();
    } catch (error) {
      failure = error;
      transform.destroy();
    }
  })();
  // Its errors are met in the loop below.
  transform.on('error', () => {});
  try {
    for await (const bytes of transform) yield bytes as Uint8Array;
  } catch (error) {
    throw failure ?? inWords(error);
  } finally {
    isOver = true;
    transform.destroy();
    await feeding.catch(() => {});
  }
  if (failure) throw failure;
}
