import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import type { ReaderSink } from '../readers/reader.types.ts';

const BATCH = 2_000;

/** Collects events and hands them over some thousands at once. */
export class EventBatch {
  #batch: EvidenceEvent[] = [];
  readonly #sink: ReaderSink;
  count = 0;

  constructor(sink: ReaderSink) {
    this.#sink = sink;
  }

  /** True where `flush` should be waited for. */
  add(event: EvidenceEvent): boolean {
    this.count++;
    return this.#batch.push(event) >= BATCH;
  }

  async flush(): Promise<void> {
    if (this.#batch.length === 0) return;
    const full = this.#batch;
    this.#batch = [];
    await this.#sink.events(full);
  }
}
