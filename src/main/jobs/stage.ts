/**
 * A stage is the part of a job that runs in a thread of its own: it turns bytes into messages for
 * the job, so that reading and writing overlap. Messages wait for the job to take them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../shared/contract/errors.ts';
import { standBack } from '../platform/thread-priority.ts';
import { readSource } from './source-port.ts';
import { WORKER_LIMITS } from './worker-protocol.ts';

export interface StageMessage {
  readonly value: unknown;
  /** Blocks of `value` that move to the job's thread instead of being copied. */
  readonly transfer: readonly ArrayBuffer[];
}

/** `send` resolves when the next message may come. */
export type StageFunction = (
  input: unknown,
  source: AsyncIterable<Uint8Array>,
  send: (message: StageMessage) => Promise<void>,
) => Promise<void>;
export type StageKinds = Readonly<Record<string, StageFunction>>;

/** What the thread of a stage is born with; other workers have no `stage`. */
export interface StageSetup {
  readonly stage: string;
  readonly input: unknown;
  readonly source: MessagePort;
}

type FromStage =
  | { type: 'value'; value: unknown }
  | { type: 'end' }
  | { type: 'failed'; code: ErrorCode; message: string };
type ToStage = { type: 'taken' };

/**
 * On its way to the job, in bytes that moved: as much as an import writes at once, so that its reading goes on
 * meanwhile. Of messages that are copied nobody knows the size; each counts as a twelfth.
 */
const MAX_IN_FLIGHT = 6 * 1024 * 1024;
const COPIED_COUNTS_AS = MAX_IN_FLIGHT / 12;
/**
 * A port hands over up to 1,000 messages in one turn of the event loop, as long as they keep
 * coming; what else this thread is told (to cancel, say) waits so long unless a turn is given up.
 */
const MAX_TURN_MS = 20;

export function isStageThread(): boolean {
  return typeof workerData === 'object' && workerData !== null && 'stage' in workerData;
}

/** Runs the stage that this thread was made for. */
export async function runStage(kinds: StageKinds): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('runStage needs a worker thread');
  const setup = workerData as StageSetup;
  // Whoever writes what is read here goes first, and so does whoever answers a click.
  standBack();
  const sizes: number[] = [];
  let inFlight = 0;
  let wake = () => {};
  // Messages are taken in the order in which they were sent.
  port.on('message', (_: ToStage) => {
    inFlight -= sizes.shift() ?? 0;
    wake();
  });
  const post = (message: FromStage, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(message, [...transfer]);
  const untilTaken = async () => {
    while (inFlight >= MAX_IN_FLIGHT) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  // What waits must not hold the message: garbage is collected while it does.
  const send = ({ value, transfer }: StageMessage) => {
    const moved = transfer.reduce((sum, { byteLength }) => sum + byteLength, 0);
    post({ type: 'value', value }, transfer);
    const size = moved > 0 ? moved : COPIED_COUNTS_AS;
    sizes.push(size);
    inFlight += size;
    return untilTaken();
  };
  try {
    const stage = kinds[setup.stage];
    if (!stage) throw new Error(`Unknown stage: ${setup.stage}`);
    await stage(setup.input, readSource(setup.source), send);
    post({ type: 'end' });
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal';
    const message = error instanceof Error ? error.message : String(error);
    post({ type: 'failed', code, message });
  }
}

/** Starts a stage and gives its messages. Leaving the loop, or an abort, ends its thread. */
export async function* startStage(
  entry: URL,
  setup: StageSetup,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const worker = new Worker(entry, {
    workerData: setup,
    transferList: [setup.source],
    resourceLimits: WORKER_LIMITS,
  });
  const queue: (FromStage | Error)[] = [];
  let wake = () => {};
  const push = (item: FromStage | Error) => {
    queue.push(item);
    wake();
  };
  worker.on('message', push);
  worker.on('error', push);
  worker.on('exit', () => push(new Error('The thread of a stage ended early')));
  const abort = () => push(new AppError('conflict', 'Cancelled'));
  signal.addEventListener('abort', abort, { once: true });
  let turnStarted = performance.now();
  try {
    for (;;) {
      if (performance.now() - turnStarted > MAX_TURN_MS) {
        await nextTurn();
        turnStarted = performance.now();
      }
      const item = queue.shift();
      if (item === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (item instanceof Error) throw item;
      if (item.type === 'end') return;
      if (item.type === 'failed') throw stageError(item);
      worker.postMessage({ type: 'taken' } satisfies ToStage);
      yield item.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

function stageError({ code, message }: { code: ErrorCode; message: string }): Error {
  return code === 'internal' ? new Error(message) : new AppError(code, message);
}
