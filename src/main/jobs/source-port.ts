import { isMarkedAsUntransferable, type MessagePort } from 'node:worker_threads';
import { AppError } from '../../shared/contract/errors.ts';
import type { SourceMessage, SourceReply } from './worker-protocol.ts';

/** Chunks on their way to the worker; bounds memory whatever the file's size. */
const MAX_IN_FLIGHT = 4;

/**
 * Pumps bytes into a worker. Resolves when all were handed over or the worker has stopped reading.
 * @param isGiven Nobody else looks at a piece: its memory moves to the worker instead of being copied,
 *   and this thread has not hundreds of pieces lying about until it next collects garbage.
 */
export async function pumpSource(
  bytes: AsyncIterable<Uint8Array>,
  port: MessagePort,
  isGiven = false,
): Promise<void> {
  let inFlight = 0;
  let hasStopped = false;
  let wake = () => {};
  port.on('message', (reply: SourceReply) => {
    if (reply.type === 'taken') inFlight--;
    else hasStopped = true;
    wake();
  });
  port.on('close', () => {
    hasStopped = true;
    wake();
  });
  const send = (message: SourceMessage, moved: readonly ArrayBuffer[] = []) =>
    port.postMessage(message, [...moved]);
  try {
    for await (const chunk of bytes) {
      while (inFlight >= MAX_IN_FLIGHT && !hasStopped) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (hasStopped) break;
      inFlight++;
      send({ type: 'chunk', bytes: chunk }, isGiven ? wholeMemoryOf(chunk) : []);
    }
    send({ type: 'end' });
  } catch {
    send({ type: 'error', message: 'The transfer of the file broke off' });
  }
}

/** A piece of a larger block, or of Node's pool, cannot be given away. */
function wholeMemoryOf({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole && !isMarkedAsUntransferable(buffer) ? [buffer] : [];
}

/** The other end: what was pumped, as an async iterable. */
export async function* readSource(port: MessagePort): AsyncGenerator<Uint8Array> {
  const queue: SourceMessage[] = [];
  let wake = () => {};
  port.on('message', (message: SourceMessage) => {
    queue.push(message);
    wake();
  });
  const reply = (message: SourceReply) => port.postMessage(message);
  try {
    for (;;) {
      const message = queue.shift();
      if (!message) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (message.type === 'end') return;
      if (message.type === 'error') throw new AppError('bad-input', message.message);
      reply({ type: 'taken' });
      yield message.bytes;
    }
  } finally {
    reply({ type: 'stopped' });
    port.close();
  }
}
