/** Gives events to a sink in batches, and problems with their place. */
import type { EvidenceEvent } from '../../../../../shared/areas/forensics/events/event.types.ts';
import type { LinePlace } from '../../../../../shared/areas/forensics/logs/line-format.types.ts';
import type { ReaderInput, ReaderSink } from '../reader.types.ts';

const BATCH = 1_000;

export class EventBatch {
  readonly #sink: ReaderSink;
  readonly #signal: AbortSignal;
  #events: EvidenceEvent[] = [];

  constructor(input: Pick<ReaderInput, 'signal'>, sink: ReaderSink) {
    this.#sink = sink;
    this.#signal = input.signal;
  }

  add(event: EvidenceEvent): void {
    this.#events.push(event);
  }

  get isFull(): boolean {
    return this.#events.length >= BATCH;
  }

  /** @throws where the job was cancelled */
  async give(): Promise<void> {
    this.#signal.throwIfAborted();
    while (this.#events.length > 0) {
      const batch = this.#events.slice(0, BATCH * 2);
      this.#events = this.#events.slice(batch.length);
      await this.#sink.events(batch);
      this.#signal.throwIfAborted();
    }
  }

  /** Lets the thread hear a cancel, where no batch may be full for long. */
  async rest(): Promise<void> {
    await this.#sink.events([]);
    this.#signal.throwIfAborted();
  }

  problem(what: string, at: LinePlace | null, isLoss: boolean): void {
    const where = at === null ? null : `line ${at.line}, offset ${at.offset}`;
    this.#sink.problem({ what, where, isLoss });
  }
}
